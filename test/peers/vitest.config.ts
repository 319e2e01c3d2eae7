/** Vitest for `npm run test:peers`: the tests of this folder only, which `npm test` leaves out. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    include: ['test/peers/**/*.test.ts'],
    globalSetup: 'test/temporary.ts',
    // Frameworks take seconds to load.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
