import { Button } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { saveFile } from '../../../shared/save-file.ts'

const OFFLINE_PAGE = '/verificar.html'

/** Downloads of the player's rounds: a signed file per revealed seed pair or draws, and the offline verifier page. */
export function RoundFiles({ kind }: { kind: 'pairs' | 'shared' }) {
  const t = useText()
  const format = useFormat()
  const { data } = useCall('GET /api/app/games/records', { loading: false }, { staleTime: 0 })
  const files =
    kind === 'shared'
      ? data?.shared.rounds
        ? [{ ...data.shared, serverSeedHash: undefined, name: t('proofs.files.shared') }]
        : []
      : (data?.pairs ?? []).map((pair) => ({
          ...pair,
          name: t('proofs.files.pair', {
            hash: pair.serverSeedHash.slice(0, 8),
            at: format.when(pair.revealedAt),
          }),
        }))
  return (
    <section aria-label={t('proofs.files.title')} className="grid gap-8 rounded-11 bg-surface-2 p-12">
      <h3 className="text-14 font-700">{t('proofs.files.title')}</h3>
      <p className="text-12 text-text-2">{t('proofs.files.how')}</p>
      {data && files.length === 0 && (
        <p className="text-12 text-text-2">
          {t(kind === 'shared' ? 'proofs.files.noneShared' : 'proofs.files.none')}
        </p>
      )}
      <ul className="grid gap-8">
        {files.map(({ name, rounds, parts, serverSeedHash }) => (
          <li key={name} className="grid gap-4">
            <span className="text-13 font-600">{name}</span>
            <span className="flex flex-wrap items-center gap-8">
              <span className="flex-1 text-12 text-text-2">
                {t('proofs.files.rounds', { count: rounds })}
              </span>
              {Array.from({ length: parts }, (_, at) => (
                <SaveButton
                  key={at}
                  serverSeedHash={serverSeedHash}
                  part={at + 1}
                  label={parts === 1 ? t('proofs.files.save') : t('proofs.files.savePart', { part: at + 1 })}
                />
              ))}
            </span>
          </li>
        ))}
      </ul>
      <a
        href={OFFLINE_PAGE}
        download="palpite-verificar.html"
        className="tap text-13 font-600 text-brand-text underline hover:no-underline"
      >
        {t('proofs.files.page')}
      </a>
    </section>
  )
}

type Asked = { serverSeedHash: string | undefined; part: number }

function SaveButton({ label, ...asked }: Asked & { label: string }) {
  const save = useCommand({
    mutationFn: ({ serverSeedHash, part }: Asked) =>
      api('GET /api/app/games/record', {
        query: { ...(serverSeedHash && { serverSeedHash }), part: String(part) },
      }),
    onSuccess: (file, { serverSeedHash, part }) => {
      const name = `palpite-rodadas-${serverSeedHash?.slice(0, 8) ?? 'sorteios'}-${part}.json`
      saveFile(name, JSON.stringify(file))
    },
  })
  return (
    <Button kind="secondary" size="s" busy={save.isPending} onClick={() => save.mutate(asked)}>
      {label}
    </Button>
  )
}
