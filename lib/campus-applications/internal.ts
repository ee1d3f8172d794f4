export { expireApplications } from './expiry';
