/** Text that people review must look like what it is. Pure; `emit` calls it. */

// Format characters, fillers, variation selectors, tags, controls, line separators, and spaces that are not U+0020.
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|(?! )\p{Zs}/gu

/** Every invisible character as `\uXXXX`, so that a reviewer sees it; inside JSON strings the value stays the same. */
export const visible = (text: string): string =>
  text.replace(invisible, c =>
    Array.from({ length: c.length }, (_, i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  )
