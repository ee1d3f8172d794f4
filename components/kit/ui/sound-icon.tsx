/** A loudspeaker; crossed out where nothing is heard. */
export function SoundIcon({ isOn }: { readonly isOn: boolean }) {
  return (
    <svg
      width={20}
      height={20}
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 8v4h3l4 3.5v-11L6 8z" />
      <path d={isOn ? 'M13 7.2a4 4 0 0 1 0 5.6M15.3 5a7 7 0 0 1 0 10' : 'm13.2 8 4 4M17.2 8l-4 4'} />
    </svg>
  );
}
