import { Button, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { ask, type ApiError } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { saveFile } from '../../shared/csv.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { failureNames, kindNames, type Report, type ReportFile } from './report.ts'

/** A version of a day: sums, failure, files by part, and the rebuild. */
export function ReportDrawer({ of, onClose }: { of: Report; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  const mayMake = useMay('reports.make')
  return (
    <Drawer
      title={t('reports.drawer.title', { day: format.date(of.day), version: format.number(of.version) })}
      onClose={onClose}
      footer={mayMake && of.status !== 'making' && <MakeAgain of={of} />}
    >
      {of.failure !== null && (
        <div role="alert" className="rounded-14 bg-loss-tint p-14 text-13 text-loss">
          <p className="font-700">{t(failureNames[of.failure])}</p>
          <p className="mt-4 wrap-anywhere">{of.reason}</p>
        </div>
      )}
      <Facts
        facts={[
          [t('reports.fact.bets'), `${format.money(of.betsInCents)} / ${format.money(of.betsOutCents)}`],
          [
            t('reports.fact.games'),
            `${format.money(of.gamesStakedCents)} / ${format.money(of.gamesPaidCents)}`,
          ],
          [t('reports.fact.balance'), format.money(of.balanceCents)],
          [t('reports.fact.begun'), format.time(of.begunAt)],
          ...(of.endedAt === null ? [] : [[t('reports.fact.ended'), format.time(of.endedAt)] as const]),
          ...(of.askedBy === null ? [] : [[t('reports.fact.askedBy'), `#${of.askedBy}`] as const]),
        ]}
      />
      {of.files.map((file) => (
        <Parts key={file.kind} of={of} file={file} />
      ))}
    </Drawer>
  )
}

/** A file's parts, chosen by number: there may be a thousand. */
function Parts({ of, file }: { of: Report; file: ReportFile }) {
  const t = useText()
  const [part, setPart] = useState(1)
  const [isBusy, setBusy] = useState(false)
  const save = () => {
    setBusy(true)
    const params = {
      day: of.day,
      version: String(of.version),
      kind: file.kind,
      part: String(part),
    }
    ask('GET /api/backoffice/reports/days/:day/:version/:kind/:part', { params })
      .then(
        ({ fileName, xml }) => saveFile(fileName, xml, 'application/xml'),
        (error: ApiError) => say(wordsOf(error, t), 'failed'),
      )
      .finally(() => setBusy(false))
  }
  const name = t(kindNames[file.kind])
  return (
    <section aria-label={name} className="flex flex-wrap items-center gap-8 text-13">
      <div className="min-w-0 flex-1">
        <h3 className="font-700">{name}</h3>
        <p className="text-text-2">{t('reports.file.holds', { records: file.records, parts: file.parts })}</p>
      </div>
      {file.parts > 1 && (
        <TextInput
          size="s"
          inputMode="numeric"
          aria-label={t('reports.part.label', { file: name })}
          value={part}
          onChange={({ target }) => setPart(Math.min(file.parts, Math.max(1, Number(target.value) || 1)))}
          className="w-80"
        />
      )}
      <Button kind="secondary" size="s" busy={isBusy} disabled={file.parts === 0} onClick={save}>
        {t('reports.part.save', { file: name })}
      </Button>
    </section>
  )
}

function MakeAgain({ of }: { of: Report }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/reports/days/:day/:version/again')
  const make = () =>
    command.mutate(
      { params: { day: of.day, version: String(of.version) } },
      {
        onSuccess: ({ version }) => say(t('reports.again.done', { version: String(version) })),
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <div className="grid gap-10">
      <p className="text-12 text-text-2">{t('reports.again.note')}</p>
      <Button busy={command.isPending} onClick={make}>
        {t('reports.again.button')}
      </Button>
    </div>
  )
}
