import { Button, Sheet } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { apiKey } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { SignInList } from './SignInList.tsx'

/**
 * The player's sessions, the current one first, each other with a button to end it and one for all of them, and the
 * last logins.
 */
export function DevicesSheet() {
  const t = useText()
  const asked = useCall('GET /api/app/user/sessions', {})
  const onSuccess = () => {
    toast(t('account.devices.ended'))
    void refreshCalls('GET /api/app/user/sessions')
  }
  const ending = useCommand({
    mutationFn: (key: string) => api('POST /api/app/user/endSession', { body: { key } }),
    onSuccess,
  })
  const endingOthers = useCommand({
    mutationFn: () => api('POST /api/app/user/endOtherSessions'),
    onSuccess,
  })
  const isEnding = ending.isPending || endingOthers.isPending
  const own = apiKey()
  return (
    <Sheet title={t('account.devices.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-14 px-16 pb-12">
        <p className="text-14 text-text-2">{t('account.devices.about')}</p>
        <Loaded query={asked} skeleton={['h-64', 'h-64']} gap="gap-14">
          {({ sessions }) => (
            <>
              <ul className="grid gap-8">
                {sessions
                  .toSorted((a, b) => Number(b.key === own) - Number(a.key === own))
                  .map((session) => (
                    <DeviceRow
                      key={session.key}
                      session={session}
                      isThis={session.key === own}
                      isEnding={isEnding}
                      onEnd={() => ending.mutate(session.key)}
                    />
                  ))}
              </ul>
              {sessions.length > 1 && (
                <Button block kind="secondary" disabled={isEnding} onClick={() => endingOthers.mutate()}>
                  {t('account.devices.endOthers')}
                </Button>
              )}
              <SignInList />
            </>
          )}
        </Loaded>
      </div>
    </Sheet>
  )
}
