/** The API of the public log: its tree, its proofs, and what its entries say. */
export {
  EMPTY_ROOT,
  growTree,
  type GrownTree,
  type HashedSubtree,
  leafHash,
  type LeafRange,
  nodeHash,
  rootOver,
  type Subtree,
  subtreesOf,
  type TreeHash,
} from './merkle-tree.ts'
export {
  consistencyRanges,
  type InclusionProof,
  inclusionRanges,
  isConsistent,
  isIncluded,
  type TreeHead,
  treeHeadBytes,
} from './merkle-proofs.ts'
export { chainEntry, ledgerEntry, seedEntry } from './log-entries.ts'
