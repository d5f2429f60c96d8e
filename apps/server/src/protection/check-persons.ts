import {
  type CheckedPerson,
  claimPersonsAnew,
  claimUncheckedPersons,
  writeCheckedPersons,
} from '../identity/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Limiter } from '../platform/limits.ts'
import { ok, refuse, type Result } from '../platform/result.ts'
import type { AskedPerson, PersonAnswer, PersonRegister } from './registers.ts'
import type { CompliancePolicy } from './policy.ts'

type Checking = {
  deps: Pick<Deps, 'db' | 'log'>
  policy: Pick<CompliancePolicy, 'terms'>
  persons: PersonRegister | undefined
  tries: Tries
}

type Confirmed = { birthDate: string | null; isExposed?: boolean | undefined }
type CheckRefusal = 'person_register_down' | 'identity_not_confirmed' | 'under_age'

/** Answers about a name and CPF that a player may get per day: more would help search for another person's CPF. */
const ANSWERS = 5
/** Calls made per player and day, answered or not. */
const CALLS = 30
const DAY_SECONDS = 24 * 60 * 60

/** Rate limits on a player's tries. */
export type Tries = { answers: Limiter; calls: Limiter }

export const openTries = ({ limits }: Pick<Deps, 'limits'>): Tries => ({
  answers: limits.limiter('person-answers', ANSWERS, DAY_SECONDS),
  calls: limits.limiter('person-calls', CALLS, DAY_SECONDS),
})

/** The most concurrent calls of the job. */
const CONCURRENCY = 5
const CLAIMED_AT_ONCE = 100

/**
 * Asks the register of persons whether this name and CPF belong to one adult; returns the date of birth. Does not say
 * why a person is not confirmed: nobody can find out whether another person is alive. If the policy requires no
 * check, a register that is down or not configured blocks nobody, and the date stays unknown.
 */
export async function checkPerson(
  { policy, persons }: Checking,
  person: AskedPerson,
): Promise<Result<Confirmed, CheckRefusal>> {
  const answer = await persons?.ask(person)
  if (!answer) {
    return policy.terms.needsPersonCheck ? refuse('person_register_down') : ok({ birthDate: null })
  }
  if (answer.birthDate === null) return refuse('identity_not_confirmed')
  return isGrownUp(answer.birthDate, policy.terms.minAgeYears)
    ? ok({ birthDate: answer.birthDate, isExposed: answer.isExposed })
    : refuse('under_age')
}

/** The same for a player, with a limited number of tries per day. */
export async function checkPlayer(
  checking: Checking,
  { playerId, ...person }: AskedPerson & { playerId: number },
): Promise<Result<Confirmed, CheckRefusal | 'too_many_requests'>> {
  const { persons, tries } = checking
  const key = String(playerId)
  if (persons && !(await tries.calls.consume(key))) return refuse('too_many_requests')
  const checked = await checkPerson(checking, person)
  // a call that found the register down does not count
  const isAnswer = persons && (checked.ok || checked.refusal.code !== 'person_register_down')
  if (isAnswer && !(await tries.answers.consume(key))) return refuse('too_many_requests')
  return checked
}

/**
 * Whether a person born on this day (YYYY-MM-DD) is of age today in São Paulo. A person born on 29 February comes of
 * age on 1 March of a common year.
 */
export function isGrownUp(birthDate: string, minAgeYears: number, now = new Date()): boolean {
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(now)
  const year = Number(birthDate.slice(0, 4)) + minAgeYears
  return `${String(year).padStart(4, '0')}${birthDate.slice(4)}` <= today
}

/**
 * Checks persons not confirmed yet: those recorded before checks existed, those whose data were corrected, and those
 * who came while the register was down; and everybody again after a year. Servers share the work. Stops early when
 * the register is down.
 */
export async function checkKnownPersons(checking: Checking): Promise<void> {
  await checkClaimed(checking, claimUncheckedPersons)
  await checkClaimed(checking, claimPersonsAnew)
}

async function checkClaimed(
  { deps, policy, persons }: Checking,
  claim: typeof claimUncheckedPersons,
): Promise<void> {
  if (!persons) return
  for (;;) {
    const claimed = await claim(deps.db, CLAIMED_AT_ONCE)
    for (let at = 0; at < claimed.length; at += CONCURRENCY) {
      const asked = claimed.slice(at, at + CONCURRENCY)
      const answers = await Promise.all(asked.map((person) => persons.ask(person)))
      const checked = asked.flatMap((person, index) => {
        const answer = answers[index]
        return answer ? [{ ...person, ...checkedOf(answer, policy.terms.minAgeYears) }] : []
      })
      await writeCheckedPersons(deps.db, checked)
      const doubts = checked.filter(({ doubt }) => doubt !== null).length
      if (doubts > 0)
        deps.log.warn({ persons: doubts }, 'the register of persons does not confirm known players')
      if (checked.length === 0) return
    }
    if (claimed.length < CLAIMED_AT_ONCE) return
  }
}

const checkedOf = (
  answer: PersonAnswer,
  minAgeYears: number,
): Pick<CheckedPerson, 'birthDate' | 'doubt' | 'isExposed'> =>
  answer.birthDate !== null && !isGrownUp(answer.birthDate, minAgeYears)
    ? { birthDate: null, doubt: 'under_age' }
    : answer
