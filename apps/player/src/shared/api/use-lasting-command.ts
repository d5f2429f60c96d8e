import { useIsMutating, useMutationState } from '@tanstack/react-query'
import { queryClient } from '../query.ts'
import { type CommandOptions, useCommand } from './use-command.ts'

/**
 * A command that outlives the screen it was pressed on: by its name it is one for every screen that sends it, also for one
 * that is opened again while it is under way, which then hears of its outcome.
 */
export function useLastingCommand<Data, Input = void>(name: string, options: CommandOptions<Data, Input>) {
  const mutationKey = [name]
  const command = useCommand<Data, Input>({ ...options, mutationKey })
  const isPending = useIsMutating({ mutationKey }) > 0
  const done = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: ({ state }) => state.data as Data, // every command of this name answers the same
  })
  const mutate = (input: Input) => {
    if (queryClient.isMutating({ mutationKey }) === 0) command.mutate(input)
  }
  return { isPending, data: done.at(-1), mutate }
}
