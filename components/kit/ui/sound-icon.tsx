import { SoundOffIcon, SoundOnIcon } from './icons';

/** A loudspeaker; crossed out where nothing is heard. */
export const SoundIcon = ({ isOn }: { readonly isOn: boolean }) => (isOn ? <SoundOnIcon /> : <SoundOffIcon />);
