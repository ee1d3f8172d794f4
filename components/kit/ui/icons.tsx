import activity from 'lucide/dist/esm/icons/activity.mjs';
import arrowDown from 'lucide/dist/esm/icons/arrow-down.mjs';
import arrowUp from 'lucide/dist/esm/icons/arrow-up.mjs';
import bell from 'lucide/dist/esm/icons/bell.mjs';
import box from 'lucide/dist/esm/icons/box.mjs';
import camera from 'lucide/dist/esm/icons/camera.mjs';
import chartColumn from 'lucide/dist/esm/icons/chart-column.mjs';
import check from 'lucide/dist/esm/icons/check.mjs';
import chevronDown from 'lucide/dist/esm/icons/chevron-down.mjs';
import chevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs';
import chevronRight from 'lucide/dist/esm/icons/chevron-right.mjs';
import circleCheck from 'lucide/dist/esm/icons/circle-check.mjs';
import circleDot from 'lucide/dist/esm/icons/circle-dot.mjs';
import clipboardCheck from 'lucide/dist/esm/icons/clipboard-check.mjs';
import download from 'lucide/dist/esm/icons/download.mjs';
import ellipsis from 'lucide/dist/esm/icons/ellipsis.mjs';
import externalLink from 'lucide/dist/esm/icons/external-link.mjs';
import eye from 'lucide/dist/esm/icons/eye.mjs';
import eyeOff from 'lucide/dist/esm/icons/eye-off.mjs';
import fastForward from 'lucide/dist/esm/icons/fast-forward.mjs';
import fileText from 'lucide/dist/esm/icons/file-text.mjs';
import focus from 'lucide/dist/esm/icons/focus.mjs';
import globe from 'lucide/dist/esm/icons/globe.mjs';
import gripVertical from 'lucide/dist/esm/icons/grip-vertical.mjs';
import house from 'lucide/dist/esm/icons/house.mjs';
import image from 'lucide/dist/esm/icons/image.mjs';
import info from 'lucide/dist/esm/icons/info.mjs';
import italic from 'lucide/dist/esm/icons/italic.mjs';
import key from 'lucide/dist/esm/icons/key.mjs';
import layoutDashboard from 'lucide/dist/esm/icons/layout-dashboard.mjs';
import layoutGrid from 'lucide/dist/esm/icons/layout-grid.mjs';
import layoutList from 'lucide/dist/esm/icons/layout-list.mjs';
import letterB from 'lucide/dist/esm/icons/letter-b.mjs';
import link from 'lucide/dist/esm/icons/link.mjs';
import list from 'lucide/dist/esm/icons/list.mjs';
import listFilter from 'lucide/dist/esm/icons/list-filter.mjs';
import listOrdered from 'lucide/dist/esm/icons/list-ordered.mjs';
import lockKeyhole from 'lucide/dist/esm/icons/lock-keyhole.mjs';
import logOut from 'lucide/dist/esm/icons/log-out.mjs';
import mapSheet from 'lucide/dist/esm/icons/map.mjs';
import maximize from 'lucide/dist/esm/icons/maximize.mjs';
import megaphone from 'lucide/dist/esm/icons/megaphone.mjs';
import menu from 'lucide/dist/esm/icons/menu.mjs';
import mic from 'lucide/dist/esm/icons/mic.mjs';
import minimize from 'lucide/dist/esm/icons/minimize.mjs';
import minus from 'lucide/dist/esm/icons/minus.mjs';
import monitorDot from 'lucide/dist/esm/icons/monitor-dot.mjs';
import moon from 'lucide/dist/esm/icons/moon.mjs';
import octagonAlert from 'lucide/dist/esm/icons/octagon-alert.mjs';
import panelLeftClose from 'lucide/dist/esm/icons/panel-left-close.mjs';
import panelRightClose from 'lucide/dist/esm/icons/panel-right-close.mjs';
import panelRightOpen from 'lucide/dist/esm/icons/panel-right-open.mjs';
import pause from 'lucide/dist/esm/icons/pause.mjs';
import phone from 'lucide/dist/esm/icons/phone.mjs';
import pin from 'lucide/dist/esm/icons/pin.mjs';
import plus from 'lucide/dist/esm/icons/plus.mjs';
import play from 'lucide/dist/esm/icons/play.mjs';
import printer from 'lucide/dist/esm/icons/printer.mjs';
import qrCode from 'lucide/dist/esm/icons/qr-code.mjs';
import redo2 from 'lucide/dist/esm/icons/redo-2.mjs';
import rotateCcwClock from 'lucide/dist/esm/icons/rotate-ccw-clock.mjs';
import rotateCw from 'lucide/dist/esm/icons/rotate-cw.mjs';
import search from 'lucide/dist/esm/icons/search.mjs';
import searchX from 'lucide/dist/esm/icons/search-x.mjs';
import shieldCheck from 'lucide/dist/esm/icons/shield-check.mjs';
import slidersHorizontal from 'lucide/dist/esm/icons/sliders-horizontal.mjs';
import sun from 'lucide/dist/esm/icons/sun.mjs';
import table from 'lucide/dist/esm/icons/table.mjs';
import trash from 'lucide/dist/esm/icons/trash.mjs';
import triangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs';
import underline from 'lucide/dist/esm/icons/underline.mjs';
import undo2 from 'lucide/dist/esm/icons/undo-2.mjs';
import unplug from 'lucide/dist/esm/icons/unplug.mjs';
import userRound from 'lucide/dist/esm/icons/user-round.mjs';
import usersRound from 'lucide/dist/esm/icons/users-round.mjs';
import video from 'lucide/dist/esm/icons/video.mjs';
import volume2 from 'lucide/dist/esm/icons/volume-2.mjs';
import volumeX from 'lucide/dist/esm/icons/volume-x.mjs';
import wifiOff from 'lucide/dist/esm/icons/wifi-off.mjs';
import wrench from 'lucide/dist/esm/icons/wrench.mjs';
import x from 'lucide/dist/esm/icons/x.mjs';
import { LineIcon, type IconProps } from './line-icon';

/**
 * The portal's icons under its own names, drawn by the set Lucide: no other file imports it (docs/decisions/018-icons.md).
 * What is of lifts is drawn in lift-icons.tsx.
 */

// The menu
export const HomeIcon = (props: IconProps) => <LineIcon nodes={house} {...props} />;
export const MonitoringIcon = (props: IconProps) => <LineIcon nodes={monitorDot} {...props} />;
export const CallbackIcon = (props: IconProps) => <LineIcon nodes={wrench} {...props} />;
export const SymptomIcon = (props: IconProps) => <LineIcon nodes={activity} {...props} />;
export const MaintenanceIcon = (props: IconProps) => <LineIcon nodes={clipboardCheck} {...props} />;
export const StatisticsIcon = (props: IconProps) => <LineIcon nodes={chartColumn} {...props} />;
export const UsersIcon = (props: IconProps) => <LineIcon nodes={usersRound} {...props} />;
export const ReportIcon = (props: IconProps) => <LineIcon nodes={fileText} {...props} />;
export const AnnouncementIcon = (props: IconProps) => <LineIcon nodes={megaphone} {...props} />;
export const AuditIcon = (props: IconProps) => <LineIcon nodes={shieldCheck} {...props} />;

// Frame and moving about
export const MenuIcon = (props: IconProps) => <LineIcon nodes={menu} {...props} />;
export const SidebarIcon = (props: IconProps) => <LineIcon nodes={panelLeftClose} {...props} />;
export const MoreIcon = (props: IconProps) => <LineIcon nodes={ellipsis} {...props} />;
export const CloseIcon = (props: IconProps) => <LineIcon nodes={x} {...props} />;
export const ChevronDownIcon = (props: IconProps) => <LineIcon nodes={chevronDown} {...props} />;
export const ChevronRightIcon = (props: IconProps) => <LineIcon nodes={chevronRight} {...props} />;
export const ChevronLeftIcon = (props: IconProps) => <LineIcon nodes={chevronLeft} {...props} />;
export const ArrowUpIcon = (props: IconProps) => <LineIcon nodes={arrowUp} {...props} />;
export const ArrowDownIcon = (props: IconProps) => <LineIcon nodes={arrowDown} {...props} />;
export const OpenIcon = (props: IconProps) => <LineIcon nodes={externalLink} {...props} />;
export const MapIcon = (props: IconProps) => <LineIcon nodes={mapSheet} {...props} />;
export const BellIcon = (props: IconProps) => <LineIcon nodes={bell} {...props} />;
export const UserIcon = (props: IconProps) => <LineIcon nodes={userRound} {...props} />;
export const SignOutIcon = (props: IconProps) => <LineIcon nodes={logOut} {...props} />;
export const KeyIcon = (props: IconProps) => <LineIcon nodes={key} {...props} />;
export const LanguageIcon = (props: IconProps) => <LineIcon nodes={globe} {...props} />;
export const SunIcon = (props: IconProps) => <LineIcon nodes={sun} {...props} />;
export const MoonIcon = (props: IconProps) => <LineIcon nodes={moon} {...props} />;
export const ScreenIcon = (props: IconProps) => <LineIcon nodes={layoutDashboard} {...props} />;
export const AddIcon = (props: IconProps) => <LineIcon nodes={plus} {...props} />;
export const RemoveIcon = (props: IconProps) => <LineIcon nodes={minus} {...props} />;
export const FocusIcon = (props: IconProps) => <LineIcon nodes={focus} {...props} />;

// Lists and forms
export const SearchIcon = (props: IconProps) => <LineIcon nodes={search} {...props} />;
export const SearchOffIcon = (props: IconProps) => <LineIcon nodes={searchX} {...props} />;
export const FilterIcon = (props: IconProps) => <LineIcon nodes={listFilter} {...props} />;
export const AdjustIcon = (props: IconProps) => <LineIcon nodes={slidersHorizontal} {...props} />;
export const CheckIcon = (props: IconProps) => <LineIcon nodes={check} {...props} />;
export const GripIcon = (props: IconProps) => <LineIcon nodes={gripVertical} {...props} />;
export const TrashIcon = (props: IconProps) => <LineIcon nodes={trash} {...props} />;
export const EyeIcon = (props: IconProps) => <LineIcon nodes={eye} {...props} />;
export const EyeOffIcon = (props: IconProps) => <LineIcon nodes={eyeOff} {...props} />;
export const LockIcon = (props: IconProps) => <LineIcon nodes={lockKeyhole} {...props} />;
export const PinIcon = (props: IconProps) => <LineIcon nodes={pin} {...props} />;
export const RefreshIcon = (props: IconProps) => <LineIcon nodes={rotateCw} {...props} />;
export const DownloadIcon = (props: IconProps) => <LineIcon nodes={download} {...props} />;
export const PrintIcon = (props: IconProps) => <LineIcon nodes={printer} {...props} />;
export const QrIcon = (props: IconProps) => <LineIcon nodes={qrCode} {...props} />;
export const PhoneIcon = (props: IconProps) => <LineIcon nodes={phone} {...props} />;
export const BoxIcon = (props: IconProps) => <LineIcon nodes={box} {...props} />;

// States
export const InfoIcon = (props: IconProps) => <LineIcon nodes={info} {...props} />;
export const SuccessIcon = (props: IconProps) => <LineIcon nodes={circleCheck} {...props} />;
export const WarningIcon = (props: IconProps) => <LineIcon nodes={triangleAlert} {...props} />;
export const ErrorIcon = (props: IconProps) => <LineIcon nodes={octagonAlert} {...props} />;
export const OfflineIcon = (props: IconProps) => <LineIcon nodes={wifiOff} {...props} />;
export const PlugIcon = (props: IconProps) => <LineIcon nodes={unplug} {...props} />;

// Video and replay
export const VideoIcon = (props: IconProps) => <LineIcon nodes={video} {...props} />;
export const MicrophoneIcon = (props: IconProps) => <LineIcon nodes={mic} {...props} />;
export const SoundOnIcon = (props: IconProps) => <LineIcon nodes={volume2} {...props} />;
export const SoundOffIcon = (props: IconProps) => <LineIcon nodes={volumeX} {...props} />;
export const SnapshotIcon = (props: IconProps) => <LineIcon nodes={camera} {...props} />;
export const RecordIcon = (props: IconProps) => <LineIcon nodes={circleDot} {...props} />;
export const HistoryIcon = (props: IconProps) => <LineIcon nodes={rotateCcwClock} {...props} />;
export const PlayIcon = (props: IconProps) => <LineIcon nodes={play} fill="currentColor" {...props} />;
export const PauseIcon = (props: IconProps) => <LineIcon nodes={pause} fill="currentColor" {...props} />;
export const FastIcon = (props: IconProps) => <LineIcon nodes={fastForward} {...props} />;

// The wall
export const GridIcon = (props: IconProps) => <LineIcon nodes={layoutGrid} {...props} />;
export const GroupIcon = (props: IconProps) => <LineIcon nodes={layoutList} {...props} />;
export const PanelOpenIcon = (props: IconProps) => <LineIcon nodes={panelRightOpen} {...props} />;
export const PanelCloseIcon = (props: IconProps) => <LineIcon nodes={panelRightClose} {...props} />;
export const FullScreenIcon = (props: IconProps) => <LineIcon nodes={maximize} {...props} />;
export const FullScreenExitIcon = (props: IconProps) => <LineIcon nodes={minimize} {...props} />;

// The editor
export const BoldIcon = (props: IconProps) => <LineIcon nodes={letterB} {...props} />;
export const ItalicIcon = (props: IconProps) => <LineIcon nodes={italic} {...props} />;
export const UnderlineIcon = (props: IconProps) => <LineIcon nodes={underline} {...props} />;
export const BulletsIcon = (props: IconProps) => <LineIcon nodes={list} {...props} />;
export const NumbersIcon = (props: IconProps) => <LineIcon nodes={listOrdered} {...props} />;
export const TableIcon = (props: IconProps) => <LineIcon nodes={table} {...props} />;
export const LinkIcon = (props: IconProps) => <LineIcon nodes={link} {...props} />;
export const ImageIcon = (props: IconProps) => <LineIcon nodes={image} {...props} />;
export const UndoIcon = (props: IconProps) => <LineIcon nodes={undo2} {...props} />;
export const RedoIcon = (props: IconProps) => <LineIcon nodes={redo2} {...props} />;
