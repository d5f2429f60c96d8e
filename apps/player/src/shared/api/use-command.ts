import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/** What a command does, and what follows. */
export type CommandOptions<Data, Input> = Omit<UseMutationOptions<Data, Error, Input>, 'onSettled'>

/**
 * What a button sends, one at a time: asked again while it is under way it stays one. `isPending` cannot tell, because a
 * second tap may come before the page has drawn the first.
 */
export function useCommand<Data, Input = void>(options: CommandOptions<Data, Input>) {
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: () => {
      isUnderWay.current = false
    },
  })
  const mutate = (input: Input) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(input)
  }
  /** The same for whoever waits for the answer. */
  const mutateAsync = async (input: Input): Promise<Data> => {
    if (isUnderWay.current) throw new Error('this command is under way already')
    isUnderWay.current = true
    return mutation.mutateAsync(input)
  }
  return { ...mutation, mutate, mutateAsync }
}
