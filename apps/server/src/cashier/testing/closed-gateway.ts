export { closedGateway } from '../gateway/index.ts'
