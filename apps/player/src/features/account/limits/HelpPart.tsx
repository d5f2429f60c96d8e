import { realityMinutes as intervals } from '@palpite/contract'
import { Chip } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limits } from '../../../shared/limits.ts'
import { SessionClock } from '../../../shared/SessionClock.tsx'
import { text, useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { ProtectionLog } from './ProtectionLog.tsx'
import { SelfCheck } from './SelfCheck.tsx'

type Minutes = Limits['realityMinutes']

type Props = { realityMinutes: Minutes; onPart: (part: 'limits' | 'breaks') => void }

/** The reality-check interval, the self-test, and help contacts. */
export function HelpPart({ realityMinutes, onPart }: Props) {
  const t = useText()
  return (
    <>
      <RealityChoice chosen={realityMinutes} />
      <SelfCheck onPart={onPart} />
      <ProtectionLog />
      <section aria-labelledby="help-contacts" className="hairline grid gap-10 rounded-18 bg-surface-1 p-14">
        <h3 id="help-contacts" className="text-14 font-700">
          {t('protection.help.title')}
        </h3>
        <Contact words={t('protection.help.cvv')} href="tel:188" shown="188" />
        <Contact
          words={t('protection.help.central')}
          href="https://www.gov.br/autoexclusaoapostas"
          shown="gov.br/autoexclusaoapostas"
        />
        <Contact
          words={t('protection.help.anonymous')}
          href="https://jogadoresanonimos.com.br"
          shown="jogadoresanonimos.com.br"
        />
      </section>
    </>
  )
}

function Contact({ words, href, shown }: { words: string; href: string; shown: string }) {
  return (
    <p className="grid gap-2 text-13 text-text-2">
      {words}
      <a
        href={href}
        rel="noreferrer"
        {...(href.startsWith('https') && { target: '_blank' })}
        className="tap inline-flex items-center justify-self-start text-14 font-700 break-all text-brand-text hover:underline"
      >
        {shown}
      </a>
    </p>
  )
}

function RealityChoice({ chosen }: { chosen: Minutes }) {
  const t = useText()
  const { unit } = useFormat()
  const saving = useCommand({
    mutationFn: (minutes: Minutes) => api('POST /api/app/protection/reality', { body: { minutes } }),
    onSuccess: async () => {
      toast(text('protection.reality.saved'), { icon: 'check-circle-fill' })
      await refreshCalls('GET /api/app/protection/limits')
    },
  })
  return (
    <section aria-labelledby="reality" className="hairline grid gap-10 rounded-18 bg-surface-1 p-14">
      <div className="grid gap-2">
        <h3 id="reality" className="text-14 font-700">
          {t('protection.reality.title')}
        </h3>
        <p className="text-13 text-text-2">{t('protection.reality.about')}</p>
      </div>
      <div role="group" aria-labelledby="reality" className="flex flex-wrap gap-6">
        {[null, ...intervals].map((minutes) => (
          <Chip
            key={minutes}
            chosen={minutes === (saving.isPending ? saving.variables : chosen)}
            onClick={() => saving.mutate(minutes)}
          >
            {minutes === null ? t('protection.reality.off') : unit(minutes, 'minute')}
          </Chip>
        ))}
      </div>
      <SessionClock />
    </section>
  )
}
