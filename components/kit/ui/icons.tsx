import type { ReactNode, SVGProps } from 'react';

/**
 * Our own line icons on a 20 px grid, 1.5 px strokes, in the colour of the text around them. Decorative by default: the
 * words beside them carry the meaning.
 */
export type IconProps = Omit<SVGProps<SVGSVGElement>, 'children'> & { readonly size?: number };

function icon(name: string, content: ReactNode) {
  function Icon({ size = 20, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
        {...rest}
      >
        {content}
      </svg>
    );
  }
  Icon.displayName = `${name}Icon`;
  return Icon;
}

export const KeyIcon = icon(
  'Key',
  <>
    <circle cx="6.5" cy="13.5" r="3.5" />
    <path d="m9 11 7.5-7.5M13 7l2.5 2.5M15 5l1.5 1.5" />
  </>,
);
export const HomeIcon = icon(
  'Home',
  <>
    <path d="M3 9.2 10 3l7 6.2" />
    <path d="M5 8.5V17h10V8.5" />
    <path d="M8.5 17v-4.5h3V17" />
  </>,
);
export const MonitoringIcon = icon(
  'Monitoring',
  <>
    <rect x="2.5" y="3.5" width="15" height="10.5" rx="1.5" />
    <path d="M7 17h6M10 14v3" />
    <path d="m6 9.5 2.2-2.3 2.3 3 3.5-3.7" />
  </>,
);
export const EquipmentIcon = icon(
  'Equipment',
  <>
    <rect x="4" y="2.5" width="12" height="15" rx="1.5" />
    <path d="M10 6v11.5" />
    <path d="m6 5.2.9-1 .9 1M12.2 4.3l.9 1 .9-1" strokeWidth={1.2} />
  </>,
);
export const CallbackIcon = icon(
  'Callback',
  <>
    <path d="M12.2 3.2a4.2 4.2 0 0 0-5.1 5.5l-4.3 4.3a1.6 1.6 0 0 0 0 2.3l1.9 1.9a1.6 1.6 0 0 0 2.3 0l4.3-4.3a4.2 4.2 0 0 0 5.5-5.1l-2.5 2.5-2.8-.7-.7-2.8z" />
  </>,
);
export const SymptomIcon = icon(
  'Symptom',
  <>
    <path d="M2.5 11h3.2l2-6 3.6 10 2.2-6 1 2h3" />
  </>,
);
export const MaintenanceIcon = icon(
  'Maintenance',
  <>
    <rect x="4" y="3.5" width="12" height="14" rx="1.5" />
    <path d="M7.5 2.5h5v2.5h-5z" />
    <path d="m7 11.2 2 2 4-4.4" />
  </>,
);
export const StatisticsIcon = icon(
  'Statistics',
  <>
    <path d="M3 17h14" />
    <path d="M5.5 14V9M10 14V4M14.5 14v-6.5" strokeWidth={2} />
  </>,
);
export const UsersIcon = icon(
  'Users',
  <>
    <circle cx="8" cy="6.5" r="3" />
    <path d="M2.5 16.5c.4-3.2 2.6-5 5.5-5s5.1 1.8 5.5 5" />
    <path d="M13 3.9a3 3 0 0 1 0 5.3M15 12.2c1.5.7 2.3 2.2 2.5 4.3" />
  </>,
);
export const ReportIcon = icon(
  'Report',
  <>
    <path d="M5 2.5h7l3.5 3.5v11.5H5z" />
    <path d="M12 2.5V6h3.5" />
    <path d="M7.5 10h5M7.5 13.2h5" />
  </>,
);
export const BellIcon = icon(
  'Bell',
  <>
    <path d="M5 8.5a5 5 0 0 1 10 0c0 4 1.5 5.5 1.5 5.5h-13S5 12.5 5 8.5z" />
    <path d="M8.4 16.7a1.8 1.8 0 0 0 3.2 0" />
  </>,
);
export const AnnouncementIcon = icon(
  'Announcement',
  <>
    <path d="M3 8.2v3.6h2.5l6.5 3.7V4.5L5.5 8.2z" />
    <path d="M14.8 7.5a3.6 3.6 0 0 1 0 5" />
    <path d="M6 11.8 7 16.5h2l-.7-3.5" />
  </>,
);
export const AuditIcon = icon(
  'Audit',
  <>
    <path d="M10 2.5 16.5 5v4.7c0 3.8-2.6 6.5-6.5 7.8-3.9-1.3-6.5-4-6.5-7.8V5z" />
    <path d="m7.2 10 2 2 3.6-3.9" />
  </>,
);
export const SearchIcon = icon(
  'Search',
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8" />
  </>,
);
export const MenuIcon = icon('Menu', <path d="M3 5.5h14M3 10h14M3 14.5h14" />);
export const MoreIcon = icon('More', <path d="M5 10v.1M10 10v.1M15 10v.1" strokeWidth={2.4} />);
export const CloseIcon = icon('Close', <path d="m5 5 10 10M15 5 5 15" />);
export const SidebarIcon = icon(
  'Sidebar',
  <>
    <rect x="2.5" y="3.5" width="15" height="13" rx="1.5" />
    <path d="M7.5 3.5v13" />
    <path d="m13 8-2 2 2 2" />
  </>,
);
export const ChevronDownIcon = icon('ChevronDown', <path d="m5 7.5 5 5 5-5" />);
export const ChevronRightIcon = icon('ChevronRight', <path d="m7.5 5 5 5-5 5" />);
export const ChevronLeftIcon = icon('ChevronLeft', <path d="m12.5 5-5 5 5 5" />);
export const OpenIcon = icon(
  'Open',
  <>
    <path d="M11.5 3.5h5v5" />
    <path d="m16.5 3.5-7 7" />
    <path d="M14 11.5v4.5H4V6h4.5" />
  </>,
);
export const CheckIcon = icon('Check', <path d="m4 10.5 4 4 8-9" />);
export const SunIcon = icon(
  'Sun',
  <>
    <circle cx="10" cy="10" r="3.3" />
    <path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M4.7 15.3 6 14M14 6l1.3-1.3" />
  </>,
);
export const MoonIcon = icon('Moon', <path d="M16.5 11.8A6.8 6.8 0 0 1 8.2 3.5a6.8 6.8 0 1 0 8.3 8.3z" />);
export const ScreenIcon = icon(
  'Screen',
  <>
    <rect x="2.5" y="4" width="15" height="10" rx="1.5" />
    <path d="M2.5 8h15M8 8v6M12.5 8v6" />
    <path d="M7 17h6" />
  </>,
);
export const LanguageIcon = icon(
  'Language',
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M3 10h14M10 3c2.2 2 3.2 4.3 3.2 7s-1 5-3.2 7c-2.2-2-3.2-4.3-3.2-7s1-5 3.2-7z" />
  </>,
);
export const UserIcon = icon(
  'User',
  <>
    <circle cx="10" cy="7" r="3.5" />
    <path d="M3.5 17c.5-3.4 3-5.2 6.5-5.2s6 1.8 6.5 5.2" />
  </>,
);
export const SignOutIcon = icon(
  'SignOut',
  <>
    <path d="M8 3.5H4v13h4" />
    <path d="M12.5 6.5 16 10l-3.5 3.5M16 10H8" />
  </>,
);
export const EyeIcon = icon(
  'Eye',
  <>
    <path d="M2.5 10S5 5 10 5s7.5 5 7.5 5-2.5 5-7.5 5-7.5-5-7.5-5z" />
    <circle cx="10" cy="10" r="2.3" />
  </>,
);
export const EyeOffIcon = icon(
  'EyeOff',
  <>
    <path d="M8 5.3c.6-.2 1.3-.3 2-.3 5 0 7.5 5 7.5 5a13 13 0 0 1-2.3 2.9M5 6.6A13 13 0 0 0 2.5 10S5 15 10 15c1.5 0 2.7-.4 3.8-1" />
    <path d="m3.5 3.5 13 13" />
    <path d="M8.4 8.4a2.3 2.3 0 0 0 3.2 3.2" />
  </>,
);
export const LockIcon = icon(
  'Lock',
  <>
    <rect x="4" y="9" width="12" height="8" rx="1.5" />
    <path d="M6.5 9V6.5a3.5 3.5 0 0 1 7 0V9" />
    <path d="M10 12.2v1.8" />
  </>,
);
export const WarningIcon = icon(
  'Warning',
  <>
    <path d="M10 3 17.5 16.5h-15z" />
    <path d="M10 8.5v3.5M10 14.2v.1" />
  </>,
);
export const ErrorIcon = icon(
  'Error',
  <>
    <path d="M6.7 2.5h6.6l4.2 4.2v6.6l-4.2 4.2H6.7l-4.2-4.2V6.7z" />
    <path d="M10 6.5v4.5M10 13.5v.1" />
  </>,
);
export const InfoIcon = icon(
  'Info',
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="M10 9v4.5M10 6.5v.1" />
  </>,
);
export const SuccessIcon = icon(
  'Success',
  <>
    <circle cx="10" cy="10" r="7" />
    <path d="m6.8 10.2 2.3 2.3 4.2-4.7" />
  </>,
);
export const OfflineIcon = icon(
  'Offline',
  <>
    <path d="M3 8.2a10.5 10.5 0 0 1 3.5-2.2M17 8.2a10.5 10.5 0 0 0-6.8-2.7M5.5 11.2A6.5 6.5 0 0 1 8 9.7M14.5 11.2a6.5 6.5 0 0 0-1.7-1.2M10 15.5v.1" />
    <path d="m3.5 3.5 13 13" />
  </>,
);
export const PlugIcon = icon(
  'Plug',
  <>
    <path d="M6 8.5h8v2.5a4 4 0 0 1-8 0z" />
    <path d="M8 8.5V5M12 8.5V5M10 15v2.5" />
    <path d="m3 3 14 14" />
  </>,
);
export const BoxIcon = icon(
  'Box',
  <>
    <path d="M10 2.8 16.5 6v8L10 17.2 3.5 14V6z" />
    <path d="M3.5 6 10 9.3 16.5 6M10 9.3v7.9" />
  </>,
);
export const PhoneIcon = icon(
  'Phone',
  <path d="M6.4 2.8 8.2 6.600 6.5 8.100c.9 2 2.400 3.500 4.400 4.400l1.500-1.700L16.2 12.600v3c0 .7-.6 1.200-1.300 1.200C8.800 16.300 3.700 11.200 3.2 5.100c0-.7.5-1.300 1.200-1.300z" />,
);
export const SearchOffIcon = icon(
  'SearchOff',
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 3.8 3.8M7 7l4 4M11 7l-4 4" />
  </>,
);
export const RefreshIcon = icon(
  'Refresh',
  <>
    <path d="M16 6.5A7 7 0 1 0 17 10" />
    <path d="M16.5 3v3.8h-3.8" />
  </>,
);
export const PersonTrappedIcon = icon(
  'PersonTrapped',
  <>
    <rect x="3.5" y="2.5" width="13" height="15" rx="1.5" />
    <circle cx="10" cy="7.5" r="1.8" fill="currentColor" stroke="none" />
    <path d="M6.7 15.5v-1.8a3.3 3.3 0 0 1 6.6 0v1.8z" fill="currentColor" stroke="none" />
  </>,
);
export const ElevatorIcon = icon(
  'Elevator',
  <>
    <path d="M3 2.5v15M17 2.5v15" />
    <rect x="6" y="6" width="8" height="9.5" rx="1" />
    <path d="M10 6v9.5M10 2.5V6" />
  </>,
);
export const EscalatorIcon = icon(
  'Escalator',
  <>
    <path d="M2.5 14.5h3l7-8h5" />
    <path d="M4 17.5h3l7-8h3.5" />
  </>,
);
export const WalkIcon = icon(
  'Walk',
  <>
    <path d="M2.5 12h15M4.5 16h11" />
    <circle cx="4.5" cy="14" r="2" />
    <circle cx="15.5" cy="14" r="2" />
    <path d="m8.5 5 3 2.5-3 2.5" />
  </>,
);
export const FocusIcon = icon(
  'Focus',
  <>
    <path d="M3.5 7V4.5a1 1 0 0 1 1-1H7M13 3.5h2.5a1 1 0 0 1 1 1V7M16.5 13v2.5a1 1 0 0 1-1 1H13M7 16.5H4.5a1 1 0 0 1-1-1V13" />
    <circle cx="10" cy="10" r="2.6" />
  </>,
);
export const QrIcon = icon(
  'Qr',
  <>
    <path d="M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3z" />
    <path d="M11.5 11.5h2v2h-2zM15.2 15.2H17V17h-1.8zM17 11.5v1.5M11.5 17h1.5" />
  </>,
);
export const PrintIcon = icon(
  'Print',
  <>
    <path d="M6 7V3h8v4M6 14H3.5V8.5A1.5 1.5 0 0 1 5 7h10a1.5 1.5 0 0 1 1.5 1.5V14H14" />
    <path d="M6 11.5h8V17H6z" />
  </>,
);
export const PinIcon = icon(
  'Pin',
  <>
    <path d="M7 3h6l-1 5 2.5 3h-9L8 8z" />
    <path d="M10 11v6" />
  </>,
);
export const HistoryIcon = icon(
  'History',
  <>
    <path d="M3.2 10a6.8 6.8 0 1 0 2-4.8L3 7.4" />
    <path d="M3 3.6v3.8h3.8M10 6.4V10l2.6 1.8" />
  </>,
);
export const PlayIcon = icon('Play', <path d="M6.5 4.2v11.6l9-5.8z" fill="currentColor" />);
export const PauseIcon = icon('Pause', <path d="M7 4.5v11M13 4.5v11" strokeWidth={2.6} />);
export const TrashIcon = icon(
  'Trash',
  <path d="M3.5 5.5h13M8 5.5V3.5h4v2M5.5 5.5l.7 11h7.6l.7-11M8.5 8.5v5M11.5 8.5v5" />,
);
export const GripIcon = icon(
  'Grip',
  <path d="M7.5 5v.1M12.5 5v.1M7.5 10v.1M12.5 10v.1M7.5 15v.1M12.5 15v.1" strokeWidth={2.4} />,
);
export const ArrowUpIcon = icon('ArrowUp', <path d="M10 16V4.5M5 9.2l5-4.7 5 4.7" />);
export const ArrowDownIcon = icon('ArrowDown', <path d="M10 4v11.5M5 10.8l5 4.7 5-4.7" />);
export const FilterIcon = icon('Filter', <path d="M3.5 5h13M6 10h8M8.5 15h3" />);
export const VideoIcon = icon(
  'Video',
  <>
    <rect x="2.5" y="5.5" width="10" height="9" rx="2" />
    <path d="m12.5 9 5-2.8v7.6l-5-2.8" />
  </>,
);
export const MicrophoneIcon = icon(
  'Microphone',
  <>
    <rect x="7.5" y="2.5" width="5" height="9" rx="2.5" />
    <path d="M4.5 9.5a5.5 5.5 0 0 0 11 0M10 15v2.5" />
  </>,
);
export const SnapshotIcon = icon(
  'Snapshot',
  <>
    <path d="M3 6.5h3l1.2-2h5.6l1.2 2h3v9.5H3z" />
    <circle cx="10" cy="11" r="2.8" />
  </>,
);
export const RecordIcon = icon(
  'Record',
  <>
    <circle cx="10" cy="10" r="7" />
    <circle cx="10" cy="10" r="3" fill="currentColor" />
  </>,
);
export const FastIcon = icon('Fast', <path d="M3.5 5v10l6.5-5zM10 5v10l6.5-5z" />);
