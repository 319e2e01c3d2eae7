/** Whether a text can be the name of a header: a token (RFC 9110, 5.1 and 5.6.2). For `select` and `bind`. */
export const isHeaderName = (text: string): boolean => /^[!#$%&'*+.^_`|~\w-]+$/.test(text)
