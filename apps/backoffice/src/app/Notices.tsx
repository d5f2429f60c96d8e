import { Toast } from '@palpite/ui'
import { useNotices } from '../shared/notices.ts'

/** The results of commands, in the lower corner. */
export function Notices() {
  const notices = useNotices()
  return (
    <div
      role="status"
      className="pointer-events-none fixed end-24 bottom-24 z-80 grid justify-items-end gap-8"
    >
      {notices.map(({ id, tone, words }) => (
        <Toast key={id} icon={tone === 'done' ? 'check-circle-fill' : 'warning-fill'}>
          {words}
        </Toast>
      ))}
    </div>
  )
}
