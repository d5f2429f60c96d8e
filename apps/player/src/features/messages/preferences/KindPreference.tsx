import { Checkbox, Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { kindViews } from '../centre/message-kinds.ts'
import type { Preference } from './use-preferences.ts'

type Props = {
  preference: Preference
  /** Whether any browser of the player is subscribed to push. */
  pushes: boolean
  onChange: (preference: Preference) => void
}

/** One kind of message: centre, mail, push. Money and account always appear in the centre. */
export function KindPreference({ preference, pushes, onChange }: Props) {
  const t = useText()
  const isFixed = preference.kind === 'cashier' || preference.kind === 'system'
  return (
    <fieldset className="grid min-w-0 rounded-18 bg-surface-2 px-14 py-10">
      <legend className="float-start flex items-center gap-8 pb-4 text-14 font-700">
        <Icon name={kindViews[preference.kind].icon} className="size-18 text-brand-text" />
        {t(kindViews[preference.kind].text)}
      </legend>
      <Checkbox
        checked={preference.centre}
        disabled={isFixed}
        onChange={(event) => onChange({ ...preference, centre: event.target.checked })}
      >
        {t(isFixed ? 'messages.notices.centreAlways' : 'messages.notices.centre')}
      </Checkbox>
      <Checkbox
        checked={preference.mail}
        onChange={(event) => onChange({ ...preference, mail: event.target.checked })}
      >
        {t('messages.notices.mail')}
      </Checkbox>
      <Checkbox
        checked={preference.push}
        disabled={!pushes && !preference.push}
        onChange={(event) => onChange({ ...preference, push: event.target.checked })}
      >
        {t('messages.notices.push')}
      </Checkbox>
    </fieldset>
  )
}
