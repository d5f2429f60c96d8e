import { TextInput } from '@palpite/ui'
import type { ComponentProps } from 'react'
import { Pick } from '../../../shared/Pick.tsx'
import { TextArea } from '../../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../../shared/text.ts'
import { LanguageTexts } from '../LanguageTexts.tsx'
import { activityNames, depositNames, noText, type TypedCampaign } from './campaign.ts'

type Props = { typed: TypedCampaign; hasLevels: boolean; onType: (typed: TypedCampaign) => void }

/** Form fields of a campaign: its name, its texts by language, its audience and its times. */
export function CampaignFields({ typed, hasLevels, onType }: Props) {
  const t = useText()
  const inputOf = (name: PlainField) => ({
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => onType({ ...typed, [name]: target.value }),
  })
  return (
    <>
      <Input name="campaigns.field.name" maxLength={60} {...inputOf('name')} />
      <LanguageTexts texts={typed.texts} blank={noText} onTexts={(texts) => onType({ ...typed, texts })}>
        {(text, onText) => (
          <>
            <Input
              name="banners.field.title"
              maxLength={60}
              value={text.title}
              onChange={({ target }) => onText({ ...text, title: target.value })}
            />
            <TextArea
              label={t('campaigns.field.text')}
              rows={4}
              maxLength={600}
              value={text.text}
              onChange={(next) => onText({ ...text, text: next })}
            />
          </>
        )}
      </LanguageTexts>
      <fieldset>
        <legend className="mb-6 text-13 font-700">{t('campaigns.field.audience')}</legend>
        <div className="grid grid-cols-2 items-end gap-x-8 gap-y-10">
          {hasLevels && (
            <>
              <Input name="campaigns.field.minLevel" inputMode="numeric" {...inputOf('minVipLevel')} />
              <Input name="campaigns.field.maxLevel" inputMode="numeric" {...inputOf('maxVipLevel')} />
            </>
          )}
          <Input name="campaigns.field.registeredFrom" type="date" {...inputOf('registeredFrom')} />
          <Input name="campaigns.field.registeredTo" type="date" {...inputOf('registeredTo')} />
          <Choices
            name="campaigns.field.activity"
            words={activityNames}
            value={typed.activity}
            onChange={(activity) => onType({ ...typed, activity })}
          />
          {typed.activity !== 'any' && (
            <Input name="campaigns.field.days" inputMode="numeric" {...inputOf('days')} />
          )}
          <Choices
            name="campaigns.field.deposits"
            words={depositNames}
            value={typed.deposits}
            onChange={(deposits) => onType({ ...typed, deposits })}
          />
        </div>
      </fieldset>
      <div className="grid gap-10">
        <Input name="campaigns.field.sendAt" type="datetime-local" {...inputOf('sendAt')} />
        <p className="-mt-6 text-12 text-text-3">{t('campaigns.sendAt.hint')}</p>
        <Input name="campaigns.field.endsAt" type="datetime-local" {...inputOf('endsAt')} />
      </div>
    </>
  )
}

type PlainField = Exclude<keyof TypedCampaign, 'texts' | 'activity' | 'deposits'>

type InputProps = Omit<ComponentProps<typeof TextInput>, 'name'> & { name: TextKey }

function Input({ name, ...input }: InputProps) {
  const t = useText()
  return (
    <label className="grid gap-4 text-12 font-600 text-text-2">
      {t(name)}
      <TextInput size="s" {...input} />
    </label>
  )
}

type ChoicesProps<V extends string> = {
  name: TextKey
  words: Readonly<Record<V, TextKey>>
  value: V
  onChange: (value: V) => void
}

function Choices<V extends string>({ name, words, value, onChange }: ChoicesProps<V>) {
  const t = useText()
  return (
    <Pick
      label={t(name)}
      value={value}
      options={(Object.keys(words) as V[]).map((one) => ({ value: one, label: t(words[one]) }))}
      onChange={onChange}
    />
  )
}
