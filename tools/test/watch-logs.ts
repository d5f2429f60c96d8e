import { afterAll } from 'vitest'
import { failForSecrets } from './watched-logs.ts'

/** Registered before the hooks of a file, so it runs after them: servers have stopped, and all is logged. */
afterAll(failForSecrets)
