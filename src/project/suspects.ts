/** Declarations that break a rule of their target. `generation.ts` and `cli/` call it. */
import type { Compiled } from '../compile.ts'
import type { Finding } from '../diagnostic.ts'
import { lint } from '../lint.ts'
import type { TargetName } from '../runtime/contract.ts'

/** The rule checker knows nothing of lowering: what it finds is a fault of ours. */
export const suspects = ({ tools }: Compiled): Finding[] =>
  tools.flatMap(({ tool, source }) =>
    Object.entries(tool.declarations).flatMap(([target, { declaration }]) =>
      // The keys of `declarations` are target names.
      lint(declaration, target as TargetName).map(problem => ({
        code: 'declaration-suspect' as const,
        message: `The declaration of ${tool.name} breaks a rule of ${target}: ${problem}`,
        fix: 'Leave the operation out until this is mended, and report it with the operation',
        at: source,
      })),
    ),
  )
