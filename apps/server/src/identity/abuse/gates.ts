import { ok, refuse, type Result } from '../../platform/result.ts'
import type { Identity } from '../identity.ts'
import type { ProofOf } from './proofs.ts'
import { networkOf, type Try } from './throttles.ts'

type Sent = ProofOf & { proof: string | undefined }

/**
 * Counts a call against what its network and everybody have together, or lets it pass them by a proof of work. Answers
 * what was counted: nothing where it passed by proof. Who is refused is told the challenge to prove.
 */
export async function passGates(
  identity: Identity,
  { proof, gates, ...of }: Sent & { gates: readonly Try[] },
): Promise<Result<readonly Try[], 'proof_needed'>> {
  if (await identity.proofs.verify(proof, of)) return ok([])
  const over = await identity.throttles.take(gates)
  return over.size === 0 ? ok(gates) : needsProof(identity, of)
}

/**
 * Identifies a player, counted for the network that asks: the answer tells something about a person, who may be another.
 * Counted once the registers have confirmed the person, when `admit` is called: tries that fail, or still wait for an answer,
 * take no room from others of the network. Where nobody was identified after all the try is given back.
 */
export async function identifyWithinRate(
  { throttles }: Pick<Identity, 'throttles'>,
  ip: string,
  identify: (admit: () => Promise<boolean>) => Promise<Result<null>>,
): Promise<Result<null>> {
  const tries: Try[] = [{ name: 'kyc-network', of: networkOf(ip) }]
  if ((await throttles.look(tries)).size > 0) return refuse('too_many_requests')
  let counted: readonly Try[] = []
  // Asked again where its list failed and it goes alone: it stays counted once.
  const admit = async () => {
    if (counted.length === 0 && (await throttles.take(tries)).size === 0) counted = tries
    return counted.length > 0
  }
  const giveBack = async () => {
    if (counted.length > 0) await throttles.giveBack(counted)
  }
  try {
    const identified = await identify(admit)
    if (!identified.ok) await giveBack()
    return identified
  } catch (error) {
    await giveBack()
    throw error
  }
}

/** Uses up the proof that a call has passed by, so that it passes no other. */
export async function spendProof(
  identity: Identity,
  { proof = '', ...of }: Sent,
): Promise<Result<null, 'proof_needed'>> {
  return (await identity.proofs.use(proof)) ? ok(null) : needsProof(identity, of)
}

const needsProof = async ({ proofs }: Identity, of: ProofOf) =>
  refuse('proof_needed', { detail: await proofs.challenge(of) })
