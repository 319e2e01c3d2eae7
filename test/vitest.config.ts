/** Vitest for `npm test`: every test file, with time for builds. */
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/temporary.ts',
    exclude: ['test/peers/**', '**/node_modules/**'],
    // Builds through six bundlers share two slow cores with everything else.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
