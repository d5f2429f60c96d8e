import { isValidCpf, maskCpf } from '@palpite/money'
import { Field, TextInput } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'

const CPF_DIGITS = 11

type Props = {
  name: string
  onName: (name: string) => void
  cpf: string
  onCpf: (cpf: string) => void
  /** What the server said of each. */
  errors?: { name: string | undefined; cpf: string | undefined }
}

/** A person's name and CPF, as registered. */
export function PersonFields({ name, onName, cpf, onCpf, errors }: Props) {
  const t = useText()
  const digits = cpf.replace(/\D/g, '')
  const isWrongCpf = digits.length === CPF_DIGITS && !isValidCpf(digits)
  return (
    <>
      <Field label={t('account.kyc.name')} hint={t('account.kyc.nameMissing')} error={errors?.name}>
        <TextInput
          name="name"
          autoComplete="name"
          autoCapitalize="words"
          enterKeyHint="next"
          maxLength={120}
          value={name}
          onChange={(event) => onName(event.target.value)}
        />
      </Field>
      <Field
        label={t('account.kyc.cpf')}
        hint={t('account.kyc.cpfHint')}
        error={errors?.cpf ?? (isWrongCpf ? t('account.kyc.cpfWrong') : undefined)}
      >
        <TextInput
          name="cpf"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="done"
          placeholder={t('account.kyc.sampleCpf')}
          value={cpf}
          onChange={(event) => onCpf(maskCpf(event.target.value))}
        />
      </Field>
    </>
  )
}
