import type { Config } from '../../platform/config.ts'
import { present, Fault } from '../../platform/errors.ts'
import { attemptReading, type FeedReading, stopReading } from '../../sportsbook/index.ts'
import type { ListedProducer, RecoveryRequest } from '../intake/producers.ts'
import { readAnswer } from '../read-answer.ts'
import { textIn, wholeIn, wholeOf, childrenOf, readXml, type XmlElement } from './read-xml.ts'

const PATIENCE_MS = 10_000
/** Maximum bytes of the list of producers: there are some twenty, of a few hundred bytes each. */
const MAX_LIST = 1_000_000
const HOUR_MINUTES = 60

/** Recovery windows of the feed's producers by scope, in minutes; its list may say otherwise. */
const RECOVERY_MINUTES = { live: 10 * HOUR_MINUTES, virtual: 3 * HOUR_MINUTES, other: 72 * HOUR_MINUTES }

/** Parses the feed's list of active producers. An unreadable one is refused whole. */
export const readUofProducers = (text: string): FeedReading<readonly ListedProducer[]> =>
  attemptReading(() => {
    const root = readXml(text)
    if (root.name !== 'producers') return stopReading('unknown_kind', root.name.slice(0, 60))
    const listed = childrenOf(root, 'producer').filter(({ attributes }) => attributes['active'] !== 'false')
    return listed.length === 0
      ? stopReading('field_missing', 'producer of producers')
      : listed.map(producerOf)
  })

function producerOf(element: XmlElement): ListedProducer {
  const scopes = (element.attributes['scope'] ?? '').split('|')
  const isLive = scopes.includes('live')
  const otherwise = isLive
    ? RECOVERY_MINUTES.live
    : scopes.includes('virtual')
      ? RECOVERY_MINUTES.virtual
      : RECOVERY_MINUTES.other
  return {
    producer: String(wholeOf(element, 'id', [1, 1000])),
    name: textIn(element, 'name').slice(0, 80),
    scope: !isLive && scopes.includes('prematch') ? 'pre_match' : 'live',
    path: pathOf(textIn(element, 'api_url')),
    recoveryMinutes: wholeIn(element, 'stateful_recovery_window_in_minutes', [1, 100_000]) ?? otherwise,
  }
}

/** The last part of a producer's address; requests go to the feed's own host, never to one a list names. */
function pathOf(address: string): string {
  const path = address.split('/').findLast((part) => part !== '') ?? ''
  return /^[a-z0-9_]{1,40}$/.test(path)
    ? path
    : stopReading('field_not_valid', `api_url "${address.slice(0, 60)}"`)
}

/** Requests the feed's producer list. */
export const listUofProducers = (config: Config) => async (): Promise<readonly ListedProducer[]> => {
  const base = present(config.UOF_URL, 'UOF_URL').replace(/\/$/, '')
  const answer = await fetch(`${base}/v1/descriptions/producers.xml`, {
    headers: { 'x-access-token': present(config.UOF_TOKEN, 'UOF_TOKEN') },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  })
  if (!answer.ok) {
    await answer.body?.cancel()
    throw new Fault(`the feed answers ${answer.status} to a request for its producers`)
  }
  const text = await readAnswer(answer, MAX_LIST)
  if (text === undefined) throw new Fault(`the feed's list of producers is longer than ${MAX_LIST} bytes`)
  const read = readUofProducers(text)
  if (!read.ok)
    throw new Fault(`the feed's list of producers: ${read.refusal.reason}, ${read.refusal.detail}`)
  return read.value
}

/**
 * Requests recovery from a producer: from an instant on, or the current state. The answer comes as messages, ended by
 * a completion message.
 */
export const recoverUof =
  (config: Config) =>
  async ({ producer, path, from, requestId }: RecoveryRequest): Promise<void> => {
    if (path === undefined)
      throw new Fault(`the feed's list of producers was not read: ${producer} has no address`)
    const base = present(config.UOF_URL, 'UOF_URL').replace(/\/$/, '')
    const query = new URLSearchParams({
      ...(from ? { after: String(from.getTime()) } : {}),
      request_id: String(requestId),
    })
    const answer = await fetch(`${base}/v1/${path}/recovery/initiate_request?${query.toString()}`, {
      method: 'POST',
      headers: { 'x-access-token': present(config.UOF_TOKEN, 'UOF_TOKEN') },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Fault(`the feed answers ${answer.status} to a request for what was missed`)
  }
