import type { World } from '../world.ts'
import type { Fault, FaultKind, FaultOf } from './kinds.ts'
import { readLiveFaults, useFault } from './queries.ts'

/**
 * The oldest armed fault of this kind that fits, with one of its times used up; undefined when nothing is to be
 * spoiled. Inside a transaction it is used up only if that transaction is kept.
 */
export const takeFault = <K extends FaultKind>(
  world: World,
  kind: K,
  fits: (fault: FaultOf<K>) => boolean = () => true,
): FaultOf<K> | undefined => {
  for (const { id, fault } of readLiveFaults(world.store, kind)) {
    if (!isOfKind(fault, kind) || !fits(fault)) continue
    useFault(world.store, id)
    return fault
  }
  return undefined
}

const isOfKind = <K extends FaultKind>(fault: Fault, kind: K): fault is FaultOf<K> => fault.kind === kind
