export {
  areIndependent,
  authenticateOperator,
  type Operators,
  openOperators,
  readOperator,
  readOperators,
  sweepOperatorSessions,
} from './operators.ts'
export { changeOperatorPassword } from './change-password.ts'
export { createOperator, disableOperator, issueOperator } from './create-operators.ts'
export { signIn, signOut } from './sign-in.ts'
