import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { feedName } from '../../shared/feeds.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMarketWords } from '../../shared/market-words.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { MIN_REASON } from '../../shared/ReasonedAct.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { OutcomeEnds } from './OutcomeEnds.tsx'
import { Preview } from './Preview.tsx'
import { beginningOf, endNames, endOf, hasVoted, resultsOf, type WaitingMarket, whyNames } from './parts.ts'
import { WindowCard } from './WindowCard.tsx'

const states = {
  settled: 'results.state.settled',
  waits: 'results.state.waits',
  needs_another: 'results.state.needsAnother',
  not_possible: 'results.state.notPossible',
} as const satisfies Record<string, TextKey>

/** A market to settle or correct: proposal, operators' statements, and this operator's. */
export function MarketDrawer({ market, onClose }: { market: WaitingMarket; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const words = useMarketWords()
  const { operatorId } = useMe()
  const command = useCommand('POST /api/backoffice/markets/:marketId/settle')
  const [requestId, setRequestId] = useState(newRequestId)
  const [chosen, setChosen] = useState(() => beginningOf(market))
  const [reason, setReason] = useState('')
  const results = resultsOf(market.outcomes, chosen)
  const isOwn = hasVoted(market, operatorId)

  const settle = () => {
    if (!results) return
    command.mutate(
      { params: { marketId: String(market.marketId) }, body: { requestId, results, reason } },
      {
        onSuccess: ({ state }) => {
          say(t(states[state]), state === 'settled' || state === 'waits' ? 'done' : 'failed')
          setRequestId(newRequestId())
          if (state === 'settled') onClose()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }

  return (
    <Drawer
      title={market.title ?? market.competition}
      onClose={onClose}
      footer={
        <form
          className="grid gap-10"
          onSubmit={(event) => {
            event.preventDefault()
            settle()
          }}
        >
          <TextArea
            label={t('reason.field.label')}
            hint={isOwn ? t('results.state.needsAnother') : t('reason.field.min')}
            rows={2}
            value={reason}
            onChange={setReason}
          />
          <Button
            submit
            size="s"
            block
            busy={command.isPending}
            disabled={!results || isOwn || reason.trim().length < MIN_REASON}
          >
            {t(market.words.length === 0 ? 'results.settle.first' : 'results.settle.second')}
          </Button>
        </form>
      }
    >
      <Facts
        facts={[
          [t('results.column.market'), words(market)],
          [t('results.column.why'), t(market.why ? whyNames[market.why] : 'results.why.settled')],
          [t('results.column.feed'), `${feedName(t, market.feed)} ${market.feedKey}`],
          [t('results.column.startsAt'), format.time(market.startsAt)],
          ...(market.proposedAt
            ? [[t('results.drawer.proposedAt'), format.time(market.proposedAt)] as const]
            : []),
        ]}
      />
      {market.windows.length > 0 && (
        <div>
          <h3 className="mb-6 text-13 font-700">{t('results.drawer.windows')}</h3>
          <p className="mb-8 text-12 text-text-2">{t('results.window.hint')}</p>
          {market.windows.map((window) => (
            <WindowCard key={`${window.feed}-${window.from}-${window.until}`} window={window} />
          ))}
        </div>
      )}
      <OutcomeEnds
        outcomes={market.outcomes}
        chosen={chosen}
        onChoose={(code, parts) => setChosen(new Map(chosen).set(code, parts))}
      />
      {results && <Preview marketId={market.marketId} results={results} />}
      {market.words.length > 0 && (
        <div>
          <h3 className="mb-6 text-13 font-700">{t('results.drawer.words')}</h3>
          {market.words.map((word) => (
            <div key={`${word.operatorId}-${word.saidAt}`} className="hairline mb-8 rounded-11 p-12 text-13">
              <p className="flex justify-between gap-8">
                <span className="font-600">{t('shell.operator.id', { id: word.operatorId })}</span>
                <span className="text-12 text-text-2">{format.time(word.saidAt)}</span>
              </p>
              <p className="mt-4">{word.reason}</p>
              <p className="mt-4 text-12 text-text-2">
                {word.results === null
                  ? t('results.words.reopen')
                  : word.results.map((one) => `${one.code}: ${t(endNames[endOf(one)])}`).join(' · ')}
              </p>
            </div>
          ))}
        </div>
      )}
    </Drawer>
  )
}
