/** The one table of what a change of a tool means. docs/diff.md is written from it. Pure; anyone may read it. */
import { argumentRules } from './rules/arguments.ts'
import { declarationRules } from './rules/declaration.ts'
import { requestRules } from './rules/request.ts'
import type { Rule } from './rules/rule.ts'
import { toolRules } from './rules/tool.ts'

export type { Rule }

export const ruleGroups = {
  'The tool': toolRules,
  Arguments: argumentRules,
  'Declarations and records': declarationRules,
  'Request and result': requestRules,
} satisfies Record<string, Record<string, Rule>>

const all = { ...toolRules, ...argumentRules, ...declarationRules, ...requestRules }

export type RuleId = keyof typeof all
export const rules: Readonly<Record<RuleId, Rule>> = all
