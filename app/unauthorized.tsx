/** Nothing calls it. Without it every page carries what Next would say instead. */
export default function Unauthorized() {
  return null;
}
