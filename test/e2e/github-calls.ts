/** Calls of GitHub tools with the requests that GitHub's document asks for, written by hand. For `github.test.ts`. */

export interface Call {
  tool: string
  args: unknown
  options?: { confirmed?: true; from?: 'gemini' }
}

/** A body has its text, to the byte; without one there is none. */
export interface Sent {
  method: string
  url: string
  body?: string
}

const octo = { owner: 'octo-org', repo: 'octo.repo' }
const issue = { ...octo, issue_number: 42 }

const read = (tool: string, args: unknown, url: string): [Call, Sent] => [
  { tool, args },
  { method: 'GET', url },
]
const write = (tool: string, args: unknown, method: string, url: string, body?: string): [Call, Sent] => [
  { tool, args, options: { confirmed: true } },
  { method, url, ...(body !== undefined && { body }) },
]
const refuse = (tool: string, args: unknown, path: string, options: Call['options'] = {}): [Call, object] => [
  { tool, args, options },
  { error: 'invalid_arguments', details: [{ path }] },
]

/** Every call sends exactly one request. */
export const sending: [Call, Sent][] = [
  read('ghMetaRoot', {}, '/'),
  read(
    'ghReposGet',
    { owner: 'octo-org', repo: "hello~world_1 (old)!*'é" },
    '/repos/octo-org/hello~world_1%20%28old%29%21%2A%27%C3%A9',
  ),
  read(
    'ghReposGetContent',
    { ...octo, path: 'docs/über uns/50%.md', ref: 'feature/a&b=c#1' },
    '/repos/octo-org/octo.repo/contents/docs%2F%C3%BCber%20uns%2F50%25.md?ref=feature%2Fa%26b%3Dc%231',
  ),
  // `per_page` is fixed by the configuration, and follows what the model wrote.
  read(
    'ghReposListBranches',
    { ...octo, page: 2, protected: true },
    '/repos/octo-org/octo.repo/branches?protected=true&page=2&per_page=25',
  ),
  read(
    'ghSearchCode',
    { q: 'addClass in:file "a+b" language:js', per_page: 5 },
    '/search/code?q=addClass%20in%3Afile%20%22a%2Bb%22%20language%3Ajs&per_page=5',
  ),
  read(
    'ghIssuesListForRepo',
    { ...octo, since: '2026-01-31T08:00:00+01:00', labels: 'bug,help wanted', state: 'all', milestone: '*' },
    '/repos/octo-org/octo.repo/issues?milestone=%2A&state=all&labels=bug%2Chelp%20wanted&since=2026-01-31T08%3A00%3A00%2B01%3A00',
  ),
  read(
    'ghAgentTasksListTasksForRepo',
    { ...octo, creator_id: [583231, 9919], is_archived: false, state: 'queued,failed' },
    '/agents/repos/octo-org/octo.repo/tasks?state=queued%2Cfailed&is_archived=false&creator_id=583231&creator_id=9919',
  ),
  read(
    'ghDependabotListAlertsForRepo',
    { ...octo, has: ['patch', 'patch'] },
    '/repos/octo-org/octo.repo/dependabot/alerts?has=patch&has=patch',
  ),
  read(
    'ghDependabotListAlertsForRepo',
    { ...octo, has: 'patch,deployment' },
    '/repos/octo-org/octo.repo/dependabot/alerts?has=patch%2Cdeployment',
  ),
  read('ghNotifications', { participating: false, all: true }, '/notifications?all=true&participating=false'),
  write(
    'ghIssuesCreate',
    {
      ...octo,
      labels: ['bug', { name: 'P1', color: null }],
      title: 'Crash: “naïve” input 💥',
      body: 'line 1\nline 2\t"quoted" \\ </script>\u2028',
      milestone: 3,
      assignees: [],
      issue_field_values: [
        { field_id: 7, value: ['a', 'b'] },
        { field_id: 8, value: 0.1 },
      ],
    },
    'POST',
    '/repos/octo-org/octo.repo/issues',
    '{"title":"Crash: “naïve” input 💥","body":"line 1\\nline 2\\t\\"quoted\\" \\\\ </script>\u2028","milestone":3,"labels":["bug",{"name":"P1","color":null}],"assignees":[],"issue_field_values":[{"field_id":7,"value":["a","b"]},{"field_id":8,"value":0.1}]}',
  ),
  write(
    'ghIssuesUpdate',
    { ...issue, body: null, state: 'closed', labels: [], assignees: ['octocat'] },
    'PATCH',
    '/repos/octo-org/octo.repo/issues/42',
    '{"body":null,"state":"closed","labels":[],"assignees":["octocat"]}',
  ),
  write('ghIssuesLock', issue, 'PUT', '/repos/octo-org/octo.repo/issues/42/lock'),
  write(
    'ghIssuesLock',
    { ...issue, lock_reason: 'too heated' },
    'PUT',
    '/repos/octo-org/octo.repo/issues/42/lock',
    '{"lock_reason":"too heated"}',
  ),
  write(
    'ghIssuesRemoveLabel',
    { ...issue, name: 'needs: repro/β?' },
    'DELETE',
    '/repos/octo-org/octo.repo/issues/42/labels/needs%3A%20repro%2F%CE%B2%3F',
  ),
  write(
    'ghIssuesAddLabels',
    { ...issue, labels: ['bug', { name: 'ui', confidence: 'low', suggest: true }] },
    'POST',
    '/repos/octo-org/octo.repo/issues/42/labels',
    '{"labels":["bug",{"name":"ui","confidence":"low","suggest":true}]}',
  ),
  // `issue` is an int64: digits past 2^53 arrive whole. The last property is fixed by the configuration.
  write(
    'ghPullsCreate',
    { ...octo, head: 'octocat:topic', base: 'main', issue: '9007199254740993', draft: true },
    'POST',
    '/repos/octo-org/octo.repo/pulls',
    '{"head":"octocat:topic","base":"main","draft":true,"issue":9007199254740993,"maintainer_can_modify":false}',
  ),
  write(
    'ghActionsCreateWorkflowDispatch',
    {
      ...octo,
      workflow_id: 'ci build.yml',
      ref: 'topic',
      inputs: { home: 'San Francisco, CA', deep: { list: [1, 1.5, true, null] } },
      return_run_details: false,
    },
    'POST',
    '/repos/octo-org/octo.repo/actions/workflows/ci%20build.yml/dispatches',
    '{"ref":"topic","inputs":{"home":"San Francisco, CA","deep":{"list":[1,1.5,true,null]}},"return_run_details":false}',
  ),
  write(
    'ghActionsCreateWorkflowDispatch',
    { ...octo, workflow_id: 161335, ref: 'topic' },
    'POST',
    '/repos/octo-org/octo.repo/actions/workflows/161335/dispatches',
    '{"ref":"topic"}',
  ),
  write(
    'ghReposCreateOrUpdateFileContents',
    {
      ...octo,
      path: 'README.md',
      committer: { name: 'Monalisa Octocat', email: 'octocat@github.com' },
      message: 'my commit message',
      content: 'bXkgbmV3IGZpbGUgY29udGVudHM=',
    },
    'PUT',
    '/repos/octo-org/octo.repo/contents/README.md',
    '{"message":"my commit message","content":"bXkgbmV3IGZpbGUgY29udGVudHM=","committer":{"name":"Monalisa Octocat","email":"octocat@github.com"}}',
  ),
  write('ghStar', octo, 'PUT', '/user/starred/octo-org/octo.repo'),
  // As Gemini writes it: a map is JSON in a string.
  [
    {
      tool: 'ghGistsCreate',
      args: { public: false, files: '{"a \\"b\\".rb":{"content":"puts 1"},"__proto__":{"content":"x"}}' },
      options: { confirmed: true, from: 'gemini' },
    },
    {
      method: 'POST',
      url: '/gists',
      body: '{"files":{"a \\"b\\".rb":{"content":"puts 1"},"__proto__":{"content":"x"}},"public":false}',
    },
  ],
]

/** No call sends anything; each answers with what stands beside it. */
export const refused: [Call, object][] = [
  refuse('ghReposGet', { owner: 5, repo: 'octo.repo' }, 'owner'),
  refuse('ghReposGet', { owner: 'octo-org' }, 'repo'),
  refuse('ghReposGet', { ...octo, branch: 'main' }, 'branch'),
  refuse('ghReposGetContent', { ...octo, path: '../../../../user' }, 'path'),
  refuse('ghReposListBranches', { ...octo, per_page: 100 }, 'per_page'),
  refuse('ghIssuesUpdate', { ...issue, issue_number: '42' }, 'issue_number', { confirmed: true }),
  refuse('ghGistsCreate', { files: '{"a":' }, 'files', { confirmed: true, from: 'gemini' }),
  [{ tool: 'ghIssuesCreate', args: { ...octo, title: 'Crash' } }, { error: 'confirmation_required' }],
  [{ tool: 'ghStar', args: octo }, { error: 'confirmation_required' }],
]
