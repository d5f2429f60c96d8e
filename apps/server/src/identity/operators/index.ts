export {
  areIndependent,
  asOperator,
  authenticateOperator,
  type Operators,
  openOperators,
  readOperator,
  readOperators,
  readTrees,
  sweepOperatorSessions,
} from './operators.ts'
export { changeOperatorPassword } from './change-password.ts'
export { approveOperator, createOperator, disableOperator, issueOperator } from './create-operators.ts'
export { isOtherRequest, keepRequest } from './requests.ts'
export { signIn, signOut } from './sign-in.ts'
