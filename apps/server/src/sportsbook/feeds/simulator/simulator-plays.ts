import type { Config } from '../../../platform/config.ts'

/** Whether this server plays simulated matches. Beside a sandbox a test may schedule some with a speed of their own. */
export const simulatorPlays = ({
  SIMULATOR_SPEED,
  SANDBOX_URL,
}: Pick<Config, 'SIMULATOR_SPEED' | 'SANDBOX_URL'>): boolean =>
  SIMULATOR_SPEED > 0 || SANDBOX_URL !== undefined
