/**
 * Runs `work` with a started system, then stops the system. If both fail (its log shows secrets), the error contains
 * both, that of the work first.
 */
export async function thenStop<S extends { stop: () => Promise<void> }, T>(
  running: S,
  work: (running: S) => Promise<T>,
): Promise<T> {
  let answer: T
  try {
    answer = await work(running)
  } catch (error) {
    await running.stop().catch((also: unknown) => {
      throw new AggregateError([error, also], String(error), { cause: error })
    })
    throw error
  }
  await running.stop()
  return answer
}
