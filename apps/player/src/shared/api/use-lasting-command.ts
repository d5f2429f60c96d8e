import { useIsMutating, useMutationState } from '@tanstack/react-query'
import { queryClient } from '../query.ts'
import { type CommandOptions, useCommand } from './use-command.ts'

/**
 * A command that outlives its screen. Its name identifies it on every screen, also one opened again while it runs,
 * which then receives the result.
 */
export function useLastingCommand<Data, Input = void>(name: string, options: CommandOptions<Data, Input>) {
  const mutationKey = [name]
  const command = useCommand<Data, Input>({ ...options, mutationKey })
  const isPending = useIsMutating({ mutationKey }) > 0
  const done = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: ({ state }) => state.data as Data, // every command of this name returns the same
  })
  const mutate = (input: Input) => {
    if (queryClient.isMutating({ mutationKey }) === 0) command.mutate(input)
  }
  return { isPending, data: done.at(-1), mutate }
}
