import { readClosedRounds, readStudioMoves } from '../games/index.ts'
import { type Player, readPlayers } from '../identity/index.ts'
import { type DayTransfer, readDayBalances, readDayMoves, readDayTransfers } from '../ledger/index.ts'
import { assert, present } from '../platform/errors.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { instantOfLocal } from '../platform/local-time.ts'
import { publicIds } from '../platform/public-ids.ts'
import { readReturned, readWireBets, type Returned } from '../sportsbook/index.ts'
import {
  accountNames,
  addSums,
  type Account,
  type FileKind,
  natures,
  SPORTS,
  type Sums,
  sumsOfWallet,
  type Wallet,
  walletOf,
} from './rules.ts'
import type { Element } from './write-xml.ts'

/** The cursor of a file's next page, as stored in its row. */
export type Place = Readonly<Record<string, string | number>>
export type RecordPage = { records: Element[]; sums: Sums; next: Place | null }
type Asked = { config: Deps['config']; sql: Sql; day: string; place: Place | null; max: number }

/** Reads the next page of records of each kind, with their sums and the next cursor. */
export const readPage = {
  apostadores: (asked) => readWallets(asked, (player) => bettor(asked.config, player), false),
  carteiras: (asked) =>
    readWallets(asked, (player, wallet) => walletRecord(asked.config, player, wallet), true),
  apostas: readBetMoves,
  jogos: readRounds,
} as const satisfies Record<Exclude<FileKind, 'operador'>, (asked: Asked) => Promise<RecordPage>>

/** Players who have money here, or whose money moved that day. */
async function readWallets(
  { sql, day, place, max }: Asked,
  toRecord: (player: Player, wallet: Wallet) => Element,
  isSummed: boolean,
): Promise<RecordPage> {
  const after = Number(place?.['playerId'] ?? 0)
  const recorded = Map.groupBy(await readDayBalances(sql, { day, after, max }), ({ playerId }) => playerId)
  const ids = [...recorded.keys()]
  const last = ids.at(-1)
  if (last === undefined) return { records: [], sums: {}, next: null }
  const moved = Map.groupBy(await readDayMoves(sql, { day, playerIds: ids }), ({ playerId }) => playerId)
  const people = await readPlayers(sql, ids)
  const page: RecordPage = { records: [], sums: {}, next: ids.length < max ? null : { playerId: last } }
  for (const playerId of ids) {
    const wallet = walletOf(recorded.get(playerId) ?? [], moved.get(playerId) ?? [])
    if (wallet.accounts.length === 0) continue
    add(page, present(people.get(playerId), `player ${playerId}`), {
      sums: isSummed ? sumsOfWallet(wallet) : {},
      record: (player) => toRecord(player, wallet),
    })
  }
  return page
}

/**
 * Adds a record and its sums. Test accounts appear in no file, but their sums are kept separately because the ledger
 * includes them.
 */
function add(
  page: RecordPage,
  player: Player,
  { sums, record }: { sums: Sums; record: (player: Player) => Element },
): void {
  page.sums = addSums(page.sums, sums, player.isTest ? 'test.' : '')
  if (!player.isTest) page.records.push(record(player))
}

const who = (config: Deps['config'], { playerId, cpf }: Player) => ({
  apostador: publicIds(config, 'player').show(playerId),
  cpf,
})

const bettor = (config: Deps['config'], player: Player): Element => ({
  name: 'apostador',
  attributes: {
    codigo: publicIds(config, 'player').show(player.playerId),
    cpf: player.cpf,
    nome: player.name,
    nascimento: player.birthDate,
    cadastro: player.createdAt.toISOString(),
    encerramento: player.closedAt?.toISOString(),
  },
})

const walletRecord = (config: Deps['config'], player: Player, { accounts, moves }: Wallet): Element => ({
  name: 'carteira',
  attributes: who(config, player),
  children: [
    ...accounts.map(({ account, opening, credit, debit, closing }) => ({
      name: 'conta',
      attributes: {
        tipo: accountNames[account],
        saldoInicial: reais(opening),
        creditos: reais(credit),
        debitos: reais(debit),
        saldoFinal: reais(closing),
      },
    })),
    ...moves.map((move) => moveRecord(move)),
  ],
})

/** The money in and out of one nature. */
export const moveRecord = ({ nature, inCents, outCents }: Wallet['moves'][number]): Element => ({
  name: 'movimento',
  attributes: { natureza: natures[nature], entradas: reais(inCents), saidas: reais(outCents) },
})

/** Each movement of money of a sports bet, with its bet. */
async function readBetMoves({ config, sql, day, place, max }: Asked): Promise<RecordPage> {
  const after = { playerId: Number(place?.['playerId'] ?? 0), key: String(place?.['key'] ?? '') }
  const moves = await readDayTransfers(sql, { day, houses: SPORTS, after, max })
  const last = moves.at(-1)
  const betIds = new Set(moves.map(({ key }) => betOf(key)))
  const bets = new Map((await readWireBets(sql, [...betIds])).map((bet) => [Number(bet.betId), bet]))
  const returned = await readReturned(sql, [...betIds])
  const people = await readPlayers(sql, [...new Set(moves.map(({ playerId }) => playerId))])
  const page: RecordPage = {
    records: [],
    sums: {},
    next: last === undefined || moves.length < max ? null : { playerId: last.playerId, key: last.key },
  }
  let before: Place | null = null
  for (const move of moves) {
    const bet = present(bets.get(betOf(move.key)), `the bet of ${move.key}`)
    const reported = partsOf(move, returned)
    // A transfer reported as two movements may not fit into the rest of this part.
    if (page.records.length + reported.length > max && page.records.length > 0) {
      page.next = before
      break
    }
    before = { playerId: move.playerId, key: move.key }
    for (const { movement, cents } of reported)
      add(page, present(people.get(move.playerId), `player ${move.playerId}`), {
        sums: { [move.amountCents > 0 ? 'sports.in' : 'sports.out']: cents },
        record: (player) => ({
          name: 'aposta',
          attributes: {
            codigo: publicIds(config, 'bet').show(Number(bet.betId)),
            ...who(config, player),
            movimento: movement,
            conta: accountNames[move.account as Account],
            valor: reais(cents),
            em: move.at.toISOString(),
            feitaEm: bet.placedAt,
            apostado: reais(bet.stakeCents),
            premioPossivel: reais(bet.potentialReturnCents),
          },
          children: bet.legs.map((leg) => ({
            name: 'selecao',
            attributes: {
              modalidade: leg.sport,
              evento: leg.title ?? `${leg.home} x ${leg.away}`,
              inicio: leg.startsAt,
              mercado: [leg.marketType, leg.period, leg.lineQuarters === null ? '' : leg.lineQuarters / 4]
                .join(' ')
                .trim(),
              resultado: leg.name ?? leg.code,
              quota: (leg.priceMilli / 1000).toFixed(3),
            },
          })),
        }),
      })
  }
  return page
}

/** The bet named in a transfer's key, in the sports book's format. */
function betOf(key: string): number {
  const [, id] = /^bet:(\d{1,15}):/.exec(key) ?? []
  assert(id !== undefined, `a transfer with the sports book is of a bet: ${key}`)
  return Number(id)
}

/**
 * The movements that a transfer is reported as. A returned stake is no prize; a return that contains both is reported
 * as two movements. If the stake came from two accounts, cash gets the remainder of the division.
 */
export function partsOf(
  { key, other, account, amountCents }: Pick<DayTransfer, 'key' | 'other' | 'account' | 'amountCents'>,
  returned: ReadonlyMap<string, Returned>,
): { movement: string; cents: number }[] {
  if (amountCents < 0)
    return [{ movement: other === 'bets_open' ? 'APOSTA' : 'ESTORNO', cents: -amountCents }]
  const [, betId, part] = key.split(':')
  if (part === 'out') return [{ movement: 'ENCERRAMENTO', cents: amountCents }]
  const { returnCents, refundCents } = returned.get(`${betId}/${part}`) ?? { returnCents: 0, refundCents: 0 }
  const shareOf = (cents: number) =>
    returnCents === 0 ? 0 : Number((BigInt(refundCents) * BigInt(cents)) / BigInt(returnCents))
  const share = account === 'bonus' ? shareOf(amountCents) : refundCents - shareOf(returnCents - amountCents)
  const refund = Math.min(amountCents, Math.max(0, share))
  return [
    { movement: 'DEVOLUCAO', cents: refund },
    { movement: 'PREMIO', cents: amountCents - refund },
  ].filter(({ cents }) => cents > 0)
}

const HOUR_MS = 3_600_000
const ZONE = 'America/Sao_Paulo'
const FIRST = { at: '-infinity', playerId: 0, id: 0, studioId: '', transactionId: '' }
const situations = { won: 'GANHA', lost: 'PERDIDA', refunded: 'DEVOLVIDA' } as const
const studioSituations = { debit: 'APOSTA', credit: 'PREMIO', rollback: 'ESTORNO' } as const

/** Rounds of our own games that ended that day, then studios' debits and credits; an hour at a time. */
async function readRounds({ config, sql, day, place, max }: Asked): Promise<RecordPage> {
  const begins = present(instantOfLocal(day, '00:00', ZONE), `the beginning of ${day}`)
  const ends = present(instantOfLocal(dayAfter(day), '00:00', ZONE), `the end of ${day}`)
  const source = place?.['source'] === 'studios' ? 'studios' : 'rounds'
  const from = new Date(Number(place?.['fromMs'] ?? begins.getTime()))
  const until = new Date(Math.min(from.getTime() + HOUR_MS, ends.getTime()))
  const after = { ...FIRST, ...place }
  const window = { from, until, max }
  const rows =
    source === 'rounds'
      ? (await readClosedRounds(sql, window, after)).map((row) => ({
          place: { at: row.at, playerId: row.playerId, id: row.id },
          playerId: row.playerId,
          account: 'games',
          stake: row.stakeCents,
          payout: row.payoutCents,
          attributes: {
            codigo: publicIds(config, 'round').show(row.id),
            jogo: row.game,
            situacao: situations[row.status],
            inicio: row.startedAt.toISOString(),
            fim: row.closedAt.toISOString(),
          },
        }))
      : (await readStudioMoves(sql, window, after)).map((row) => ({
          place: { at: row.at, studioId: row.studioId, transactionId: row.transactionId },
          playerId: row.playerId,
          account: `studio:${row.studioId}`,
          stake: row.kind === 'debit' ? row.cents : 0,
          payout: row.kind === 'debit' ? 0 : row.cents,
          attributes: {
            codigo: `${row.studioId}:${row.transactionId}`,
            jogo: row.gameCode,
            situacao: studioSituations[row.kind],
            inicio: row.movedAt.toISOString(),
            fim: row.movedAt.toISOString(),
          },
        }))
  const people = await readPlayers(sql, [...new Set(rows.map(({ playerId }) => playerId))])
  const page: RecordPage = { records: [], sums: {}, next: nextOf() }
  for (const { playerId, account, stake, payout, attributes } of rows)
    add(page, present(people.get(playerId), `player ${playerId}`), {
      sums: { [`${account}.stake`]: stake, [`${account}.payout`]: payout },
      record: (player) => {
        const { codigo, ...others } = attributes
        const money = { apostado: reais(stake), pago: reais(payout) }
        return { name: 'jogo', attributes: { codigo, ...who(config, player), ...others, ...money } }
      },
    })
  return page

  function nextOf(): Place | null {
    const last = rows.at(-1)
    if (last && rows.length === max) return { source, fromMs: from.getTime(), ...last.place }
    if (until < ends) return { source, fromMs: until.getTime() }
    return source === 'rounds' ? { source: 'studios', fromMs: begins.getTime() } : null
  }
}

const DAY_MS = 86_400_000
const dayAfter = (day: string): string => new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10)

/** Whole cents as reais with two decimals. */
export const reais = (cents: number): string => (cents / 100).toFixed(2)
