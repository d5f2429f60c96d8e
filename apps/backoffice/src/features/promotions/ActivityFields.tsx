import { Button, TextInput } from '@palpite/ui'
import { Pick } from '../../shared/Pick.tsx'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import {
  activityLanguages,
  type ActivityLanguage,
  artNames,
  audienceNames,
  countsNames,
  type TypedActivity,
  type TypedStep,
  type TypedTexts,
} from './activity.ts'

type Props = { typed: TypedActivity; onType: (typed: TypedActivity) => void }

const field = 'grid gap-4 text-12 font-600 text-text-2'

/** Form fields of an activity: what it counts, its audience, address, picture, texts in two languages, and steps. */
export function ActivityFields({ typed, onType }: Props) {
  const t = useText()
  const optionsOf = <V extends string>(words: Readonly<Record<V, TextKey>>) =>
    (Object.keys(words) as V[]).map((value) => ({ value, label: t(words[value]) }))
  return (
    <div className="grid gap-14">
      <div className="grid grid-cols-2 gap-x-8 gap-y-10">
        <label className={field}>
          {t('promotions.activity.address')}
          <TextInput
            size="s"
            before="/active"
            value={typed.id}
            onChange={({ target }) => onType({ ...typed, id: target.value })}
          />
        </label>
        <Pick
          label={t('promotions.activity.counts')}
          value={typed.counts}
          options={optionsOf(countsNames)}
          onChange={(counts) => onType({ ...typed, counts })}
        />
        <Pick
          label={t('promotions.activity.audience')}
          value={typed.audience}
          options={optionsOf(audienceNames)}
          onChange={(audience) => onType({ ...typed, audience })}
        />
        <Pick
          label={t('promotions.activity.art')}
          value={typed.art}
          options={optionsOf(artNames)}
          onChange={(art) => onType({ ...typed, art })}
        />
      </div>
      <StepFields typed={typed} onSteps={(steps) => onType({ ...typed, steps })} />
      {(Object.keys(activityLanguages) as ActivityLanguage[]).map((language) => (
        <LanguageFields
          key={language}
          name={t(activityLanguages[language])}
          texts={typed.texts[language]}
          onTexts={(texts) => onType({ ...typed, texts: { ...typed.texts, [language]: texts } })}
        />
      ))}
    </div>
  )
}

type StepProps = { typed: TypedActivity; onSteps: (steps: readonly TypedStep[]) => void }

function StepFields({ typed: { counts, steps }, onSteps }: StepProps) {
  const t = useText()
  const isMoney = counts === 'stakes'
  const type = (key: number, own: Partial<TypedStep>) =>
    onSteps(steps.map((step) => (step.key === key ? { ...step, ...own } : step)))
  return (
    <fieldset className="grid gap-8">
      <legend className="mb-6 text-13 font-700">{t('promotions.activity.steps')}</legend>
      {steps.map(({ key, goal, prize }, at) => (
        <div key={key} className="grid grid-cols-[1fr_1fr_auto] items-end gap-8">
          <label className={field}>
            {t('promotions.activity.goalOf', { step: at + 1 })}
            <TextInput
              size="s"
              inputMode="decimal"
              value={goal}
              {...(isMoney
                ? { before: t('settings.unit.money') }
                : { after: t('promotions.activity.unitDays') })}
              onChange={({ target }) => type(key, { goal: target.value })}
            />
          </label>
          <label className={field}>
            {t('promotions.activity.prizeOf', { step: at + 1 })}
            <TextInput
              size="s"
              inputMode="decimal"
              before={t('settings.unit.money')}
              value={prize}
              onChange={({ target }) => type(key, { prize: target.value })}
            />
          </label>
          <Button
            kind="secondary"
            size="s"
            disabled={steps.length === 1}
            aria-label={t('promotions.activity.removeStep', { step: at + 1 })}
            onClick={() => onSteps(steps.filter((step) => step.key !== key))}
          >
            {t('promotions.package.removeShort')}
          </Button>
        </div>
      ))}
      <Button
        kind="secondary"
        size="s"
        disabled={steps.length === 6}
        onClick={() =>
          onSteps([...steps, { key: 1 + Math.max(...steps.map(({ key }) => key)), goal: '', prize: '' }])
        }
      >
        {t('promotions.activity.addStep')}
      </Button>
      <p className="text-12 text-text-2">{t('promotions.activity.bounds')}</p>
    </fieldset>
  )
}

type TextProps = { name: string; texts: TypedTexts; onTexts: (texts: TypedTexts) => void }

function LanguageFields({ name, texts, onTexts }: TextProps) {
  const t = useText()
  return (
    <fieldset className="grid gap-8">
      <legend className="mb-6 text-13 font-700">{name}</legend>
      <label className={field}>
        {t('promotions.activity.title')}
        <TextInput
          size="s"
          maxLength={60}
          value={texts.title}
          onChange={({ target }) => onTexts({ ...texts, title: target.value })}
        />
      </label>
      <TextArea
        label={t('promotions.activity.summary')}
        rows={2}
        maxLength={200}
        value={texts.summary}
        onChange={(summary) => onTexts({ ...texts, summary })}
      />
      <TextArea
        label={t('promotions.activity.how')}
        hint={t('promotions.activity.aLine')}
        maxLength={1200}
        value={texts.how}
        onChange={(how) => onTexts({ ...texts, how })}
      />
      <TextArea
        label={t('promotions.activity.rules')}
        hint={t('promotions.activity.aLine')}
        maxLength={3000}
        value={texts.rules}
        onChange={(rules) => onTexts({ ...texts, rules })}
      />
    </fieldset>
  )
}
