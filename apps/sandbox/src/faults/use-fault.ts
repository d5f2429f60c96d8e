import type { World } from '../world.ts'
import type { Fault, FaultKind, FaultOf } from './kinds.ts'
import { readLiveFaults, countUse } from './queries.ts'

/**
 * The oldest armed fault of this kind that matches, with one use consumed; undefined if there is none. Inside a
 * transaction, the use is consumed only if the transaction commits.
 */
export const useFault = <K extends FaultKind>(
  world: World,
  kind: K,
  fits: (fault: FaultOf<K>) => boolean = () => true,
): FaultOf<K> | undefined => {
  for (const { id, fault } of readLiveFaults(world.store, kind)) {
    if (!isOfKind(fault, kind) || !fits(fault)) continue
    countUse(world.store, id)
    return fault
  }
  return undefined
}

const isOfKind = <K extends FaultKind>(fault: Fault, kind: K): fault is FaultOf<K> => fault.kind === kind
