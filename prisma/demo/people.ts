import type { Random } from '@/lib/programs/simulator/random';
import { demoPhone } from './projects';

/** Names of technicians and callers: common ones, belonging to nobody. */
const SURNAMES =
  '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范方石姚谭廖邹熊金陆郝孔白崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易常武乔贺赖龚文';
const GIVEN = [
  '伟',
  '强',
  '磊',
  '军',
  '勇',
  '杰',
  '涛',
  '明',
  '超',
  '刚',
  '平',
  '辉',
  '鹏',
  '建国',
  '建华',
  '志强',
  '志刚',
  '海波',
  '海涛',
  '永强',
  '文斌',
  '国栋',
  '俊杰',
  '浩',
  '宇',
  '晓东',
  '小龙',
  '立新',
  '春生',
  '振华',
  '新民',
  '金龙',
  '玉成',
  '成林',
  '家明',
  '少华',
  '德胜',
  '庆丰',
  '云飞',
  '子轩',
];

export interface Person {
  name: string;
  phone: string;
}

export function person(random: Random): Person {
  return {
    name: `${SURNAMES.charAt(random.whole(0, SURNAMES.length - 1))}${random.pick(GIVEN)}`,
    phone: demoPhone(random),
  };
}

/** Those who call: a surname and what they are, as dispatchers write it down. */
export function caller(random: Random): string {
  return `${SURNAMES.charAt(random.whole(0, SURNAMES.length - 1))}${random.weighted([
    ['先生', 5],
    ['女士', 4],
    ['经理', 2],
    ['主管', 1],
    ['工', 1],
  ])}`;
}
