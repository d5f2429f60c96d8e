import { Button, Icon, TextInput } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Answered } from '../../../shared/Answered.tsx'
import { type ApiError, ask } from '../../../shared/api.ts'
import { useAsked } from '../../../shared/ask-again.ts'
import { saveFile } from '../../../shared/csv.ts'
import { wordsOf } from '../../../shared/failure.ts'
import { Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { say } from '../../../shared/notices.ts'
import { PlayerLink } from '../../../shared/PlayerLink.tsx'
import { useText } from '../../../shared/text.ts'
import { joinPages, type StudioStatement } from './studio.ts'

/** The house's today, `2026-03-02`. */
const today = (): string => new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' })

/** What a studio's rounds moved on a day, what our rule ended, and the file to compare with the studio's. */
export function StudioDay({ studioId }: { studioId: string }) {
  const t = useText()
  const [day, setDay] = useState(today)
  const params = { studioId }
  const asked = useAsked(
    'GET /api/backoffice/studios/:studioId/statement',
    { params, query: { day } },
    { isWanted: day !== '' },
  )
  const saving = useMutation<string, ApiError>({
    mutationFn: () => reconciliationOf(studioId, day),
    onSuccess: (csv) => saveFile(`${studioId}-${day}.csv`, csv),
    onError: (error) => say(wordsOf(error, t), 'failed'),
  })
  return (
    <>
      <div className="flex items-end gap-8">
        <label className="grid flex-1 gap-4 text-12 font-600 text-text-2">
          {t('studios.day.label')}
          <TextInput
            size="s"
            type="date"
            max={today()}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </label>
        <Button
          kind="outline"
          size="s"
          className="min-h-36"
          busy={saving.isPending}
          disabled={day === ''}
          onClick={() => saving.mutate()}
        >
          <Icon name="download-simple" className="size-16" />
          {t('studios.day.file')}
        </Button>
      </div>
      <Answered asked={asked} skeleton="h-200">
        {(statement) => <Statement statement={statement} />}
      </Answered>
    </>
  )
}

/** All pages of the reconciliation file of a day. */
async function reconciliationOf(studioId: string, day: string): Promise<string> {
  const pages: string[] = []
  let after: string | null | undefined
  while (after !== null) {
    const page = await ask('GET /api/backoffice/studios/:studioId/reconciliation', {
      params: { studioId },
      query: { day, ...(after === undefined ? {} : { after }) },
    })
    pages.push(page.csv)
    after = page.next
  }
  return joinPages(pages)
}

function Statement({ statement }: { statement: StudioStatement }) {
  const t = useText()
  const format = useFormat()
  const both = (count: number, cents: number) => `${format.number(count)} · ${format.money(cents)}`
  return (
    <>
      <Facts
        facts={[
          [t('studios.day.debits'), both(statement.debits, statement.debitCents)],
          [t('studios.day.credits'), both(statement.credits, statement.creditCents)],
          [t('studios.day.rollbacks'), both(statement.rollbacks, statement.rollbackCents)],
          [t('studios.day.frees'), both(statement.frees, statement.freeCents)],
          [t('studios.day.account'), format.money(statement.accountCents)],
        ]}
      />
      {statement.endedByRule.length > 0 && (
        <Facts
          title={t('studios.day.ended')}
          facts={statement.endedByRule.map(
            ({ roundId, playerId, endedAt }) =>
              [
                roundId,
                <span key={roundId} className="inline-flex gap-8">
                  <PlayerLink playerId={playerId} /> {format.time(endedAt)}
                </span>,
              ] as const,
          )}
        />
      )}
    </>
  )
}
