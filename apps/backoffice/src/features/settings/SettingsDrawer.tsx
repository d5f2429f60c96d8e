import { Segmented, Skeleton, StatusTag } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NotAnswered } from '../../shared/Answered.tsx'
import { type ApiError, ask, type DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { Decide } from '../../shared/Decide.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { differencesOf, type Values } from '../../shared/differences.ts'
import { Differences } from './Differences.tsx'
import { Propose } from './Propose.tsx'
import { type ModuleSettings, moduleNames } from './module-settings.ts'

type Version = DataOf<'GET /api/backoffice/settings/:module/versions'>['items'][number]

/** A module's settings: versions with changes, and a new proposal. */
export function SettingsDrawer({ settings, onClose }: { settings: ModuleSettings; onClose: () => void }) {
  const t = useText()
  const mayPropose = useMay('settings.propose')
  const [part, setPart] = useState<'versions' | 'propose'>('versions')
  const name = moduleNames[settings.module]
  return (
    <Drawer title={name ? t(name) : settings.module} onClose={onClose}>
      {mayPropose && (
        <Segmented
          label={t('settings.part.label')}
          value={part}
          onChange={setPart}
          options={[
            { value: 'versions', label: t('settings.part.versions') },
            { value: 'propose', label: t('settings.part.propose') },
          ]}
        />
      )}
      {part === 'versions' ? (
        <Versions settings={settings} />
      ) : (
        <Propose settings={settings} onDone={() => setPart('versions')} />
      )}
    </Drawer>
  )
}

function Versions({ settings }: { settings: ModuleSettings }) {
  const t = useText()
  const { module } = settings
  const asked = useQuery<DataOf<'GET /api/backoffice/settings/:module/versions'>, ApiError>({
    queryKey: ['versions', module],
    queryFn: () => ask('GET /api/backoffice/settings/:module/versions', { params: { module }, query: {} }),
  })
  if (asked.error) return <NotAnswered asked={asked} />
  if (!asked.data) return <Skeleton className="h-160" />
  const { items } = asked.data
  if (items.length === 0) return <p className="text-13 text-text-2">{t('settings.versions.none')}</p>
  const valueOf = (version: number): Values => items.find((item) => item.version === version)?.value ?? {}
  return (
    <ol className="grid gap-12">
      {items.map((item) => (
        <VersionCard key={item.version} settings={settings} item={item} base={valueOf(item.baseVersion)} />
      ))}
    </ol>
  )
}

const tones = { open: 'warn', approved: 'win', rejected: 'loss' } as const

function VersionCard({ settings, item, base }: { settings: ModuleSettings; item: Version; base: Values }) {
  const t = useText()
  const format = useFormat()
  const names = {
    open: t('settings.status.open'),
    approved: t('settings.status.approved'),
    rejected: t('settings.status.rejected'),
  }
  return (
    <li className="hairline grid gap-10 rounded-14 p-14 text-13">
      <p className="flex items-center justify-between gap-8">
        <span className="font-700">{t('settings.version.title', { version: item.version })}</span>
        <StatusTag tone={tones[item.status]}>{names[item.status]}</StatusTag>
      </p>
      <p className="text-12 text-text-2">
        {t('settings.version.proposed', { id: item.proposedBy, at: format.time(item.proposedAt) })}
        {item.decidedBy !== null && item.decidedAt !== null && (
          <> · {t('settings.version.decided', { id: item.decidedBy, at: format.time(item.decidedAt) })}</>
        )}
      </p>
      <Differences differences={differencesOf(settings.defaults, base, item.value)} />
      {item.status === 'open' && item.baseVersion !== settings.latestApproved && (
        <p className="rounded-11 bg-warn-tint px-12 py-8">{t('settings.version.outdated')}</p>
      )}
      {item.status === 'open' && <DecideVersion module={settings.module} item={item} />}
    </li>
  )
}

function DecideVersion({ module, item }: { module: string; item: Version }) {
  const t = useText()
  const approve = useCommand('POST /api/backoffice/settings/:module/versions/:version/approve')
  const reject = useCommand('POST /api/backoffice/settings/:module/versions/:version/reject')
  const input = { params: { module, version: String(item.version) } }
  if (!useMay('settings.approve')) return null
  return (
    <Decide
      proposedBy={item.proposedBy}
      approve={{
        label: t('settings.approve.button'),
        done: t('settings.approve.done'),
        isPending: approve.isPending,
        run: (follows) => approve.mutate(input, follows),
      }}
      end={{
        label: t('settings.reject.button'),
        done: t('settings.reject.done'),
        isPending: reject.isPending,
        run: (follows) => reject.mutate(input, follows),
      }}
    />
  )
}
