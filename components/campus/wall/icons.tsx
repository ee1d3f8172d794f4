const frame = {
  width: 20,
  height: 20,
  viewBox: '0 0 20 20',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 1.5,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
} as const;

export function FullScreenIcon({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg {...frame}>
      <path
        d={
          isFull ? 'M7.5 3v4.5H3M12.5 3v4.5H17M7.5 17v-4.5H3M12.5 17v-4.5H17' : 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4'
        }
      />
    </svg>
  );
}

export function PanelIcon({ isOpen }: { readonly isOpen: boolean }) {
  return (
    <svg {...frame}>
      <rect x="2.5" y="3.5" width="15" height="13" rx="1.5" />
      <path d="M12.5 3.5v13" />
      <path d={isOpen ? 'm6.5 8 2 2-2 2' : 'm9 8-2 2 2 2'} />
    </svg>
  );
}

export function SettingsIcon() {
  return (
    <svg {...frame}>
      <path d="M3 5.5h8M15 5.5h2M3 10h2M9 10h8M3 14.5h6M13 14.5h4" />
      <circle cx="13" cy="5.5" r="1.8" />
      <circle cx="7" cy="10" r="1.8" />
      <circle cx="11" cy="14.5" r="1.8" />
    </svg>
  );
}

export function GridIcon() {
  return (
    <svg {...frame}>
      <path d="M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5H17V17h-5.5z" />
    </svg>
  );
}

export function GroupIcon() {
  return (
    <svg {...frame}>
      <path d="M3 4h9M3 7h5v3.5H3zM11 7h5v3.5h-5zM3 13.5h9M3 16.5h13" />
    </svg>
  );
}
