/** Branches and where their projects stand: real cities, districts and streets, WGS-84 centres of the districts. */

export interface District {
  name: string;
  /** GB/T 2260 code; registration numbers of lifts carry it. */
  code: string;
  postCode: string;
  latitude: number;
  longitude: number;
  streets: readonly string[];
}

export interface BranchPlace {
  branchCode: string;
  /** Short latin name, for project numbers. */
  short: string;
  province: string;
  city: string;
  companyCode: string;
  /** Share of the fleet. */
  weight: number;
  districts: readonly District[];
}

const district = (
  name: string,
  code: string,
  postCode: string,
  latitude: number,
  longitude: number,
  ...streets: string[]
): District => ({
  name,
  code,
  postCode,
  latitude,
  longitude,
  streets,
});

export const MAKER = '衡升电梯（中国）有限公司';

export const PLACES: readonly BranchPlace[] = [
  {
    branchCode: '3101',
    short: 'SH',
    province: '上海市',
    city: '上海市',
    companyCode: 'CN10',
    weight: 20,
    districts: [
      district('浦东新区', '310115', '200120', 31.2309, 121.5331, '世纪大道', '张杨路', '陆家嘴环路', '金科路'),
      district('静安区', '310106', '200040', 31.2301, 121.4442, '南京西路', '延安中路', '北京西路'),
      district('徐汇区', '310104', '200030', 31.1888, 121.4323, '漕溪北路', '虹桥路', '肇嘉浜路'),
      district('闵行区', '310112', '201100', 31.1124, 121.3771, '七莘路', '申长路', '都市路'),
    ],
  },
  {
    branchCode: '1101',
    short: 'BJ',
    province: '北京市',
    city: '北京市',
    companyCode: 'CN10',
    weight: 14,
    districts: [
      district('朝阳区', '110105', '100020', 39.9205, 116.4371, '建国路', '东三环中路', '望京街'),
      district('海淀区', '110108', '100080', 39.9577, 116.2922, '中关村大街', '知春路', '学院路'),
      district('西城区', '110102', '100032', 39.9108, 116.3596, '金融大街', '复兴门内大街'),
    ],
  },
  {
    branchCode: '4401',
    short: 'GZ',
    province: '广东省',
    city: '广州市',
    companyCode: 'CN20',
    weight: 10,
    districts: [
      district('天河区', '440106', '510620', 23.1272, 113.3557, '天河路', '珠江东路', '黄埔大道西'),
      district('越秀区', '440104', '510030', 23.131, 113.2612, '环市东路', '东风中路'),
      district('海珠区', '440105', '510220', 23.086, 113.3122, '新港东路', '江南大道中'),
    ],
  },
  {
    branchCode: '4403',
    short: 'SZ',
    province: '广东省',
    city: '深圳市',
    companyCode: 'CN20',
    weight: 10,
    districts: [
      district('福田区', '440304', '518000', 22.5243, 114.0507, '深南大道', '福华三路', '益田路'),
      district('南山区', '440305', '518052', 22.5363, 113.9257, '科苑路', '后海大道', '学府路'),
      district('罗湖区', '440303', '518001', 22.551, 114.1261, '深南东路', '人民南路'),
    ],
  },
  {
    branchCode: '5101',
    short: 'CD',
    province: '四川省',
    city: '成都市',
    companyCode: 'CN30',
    weight: 8,
    districts: [
      district('锦江区', '510104', '610021', 30.659, 104.078, '春熙路', '东大街', '红星路三段'),
      district('武侯区', '510107', '610041', 30.644, 104.041, '人民南路四段', '天府大道北段'),
    ],
  },
  {
    branchCode: '4201',
    short: 'WH',
    province: '湖北省',
    city: '武汉市',
    companyCode: 'CN30',
    weight: 7,
    districts: [
      district('江汉区', '420103', '430021', 30.6035, 114.2654, '解放大道', '建设大道'),
      district('武昌区', '420106', '430060', 30.556, 114.311, '中南路', '中北路', '和平大道'),
    ],
  },
  {
    branchCode: '3201',
    short: 'NJ',
    province: '江苏省',
    city: '南京市',
    companyCode: 'CN10',
    weight: 6,
    districts: [
      district('建邺区', '320105', '210019', 32.006, 118.727, '江东中路', '庐山路'),
      district('玄武区', '320102', '210018', 32.051, 118.793, '中山路', '珠江路'),
    ],
  },
  {
    branchCode: '3301',
    short: 'HZ',
    province: '浙江省',
    city: '杭州市',
    companyCode: 'CN10',
    weight: 6,
    districts: [
      district('上城区', '330102', '310002', 30.246, 120.166, '富春路', '庆春路', '解放东路'),
      district('西湖区', '330106', '310012', 30.272, 120.127, '文三路', '古墩路'),
    ],
  },
  {
    branchCode: '6101',
    short: 'XA',
    province: '陕西省',
    city: '西安市',
    companyCode: 'CN30',
    weight: 5,
    districts: [
      district('雁塔区', '610113', '710061', 34.221, 108.944, '高新路', '科技路', '雁塔南路'),
      district('碑林区', '610103', '710001', 34.251, 108.941, '南关正街', '长安北路'),
    ],
  },
  {
    branchCode: '5001',
    short: 'CQ',
    province: '重庆市',
    city: '重庆市',
    companyCode: 'CN30',
    weight: 5,
    districts: [
      district('渝中区', '500103', '400010', 29.555, 106.568, '民族路', '中山三路'),
      district('江北区', '500105', '400020', 29.606, 106.574, '观音桥步行街', '建新北路'),
    ],
  },
  {
    branchCode: '1201',
    short: 'TJ',
    province: '天津市',
    city: '天津市',
    companyCode: 'CN10',
    weight: 5,
    districts: [
      district('和平区', '120101', '300041', 39.117, 117.214, '南京路', '滨江道'),
      district('河西区', '120103', '300202', 39.109, 117.223, '友谊路', '解放南路'),
    ],
  },
  {
    branchCode: '3205',
    short: 'SU',
    province: '江苏省',
    city: '苏州市',
    companyCode: 'CN10',
    weight: 4,
    districts: [
      district('工业园区', '320571', '215021', 31.316, 120.676, '苏州大道西', '现代大道', '星湖街'),
      district('姑苏区', '320508', '215008', 31.311, 120.617, '人民路', '干将东路'),
    ],
  },
];

const far = (branchCode: string, province: string, city: string, where: District): BranchPlace => {
  const branch = PLACES.find((place) => place.branchCode === branchCode);
  if (!branch) throw new Error(`no branch ${branchCode}`);
  return { ...branch, province, city, weight: 0, districts: [where] };
};
/** The other areas of province level, each looked after by a branch elsewhere: with the branches' own all 34. */
export const FAR_PLACES: readonly BranchPlace[] = [
  far('3101', '安徽省', '合肥市', district('蜀山区', '340104', '230031', 31.8512, 117.26, '长江西路')),
  far('3101', '山东省', '济南市', district('历下区', '370102', '250014', 36.6664, 117.077, '经十路')),
  far('3101', '福建省', '福州市', district('鼓楼区', '350102', '350001', 26.0821, 119.304, '五四路')),
  far('3101', '江西省', '南昌市', district('红谷滩区', '360113', '330038', 28.6983, 115.858, '红谷中大道')),
  far('3101', '台湾省', '台北市', district('信义区', '710100', '110000', 25.033, 121.567, '信义路')),
  far('1101', '河北省', '石家庄市', district('长安区', '130102', '050011', 38.0367, 114.539, '中山东路')),
  far('1101', '山西省', '太原市', district('小店区', '140105', '030032', 37.7361, 112.566, '长风街')),
  far('1101', '内蒙古自治区', '呼和浩特市', district('赛罕区', '150105', '010020', 40.792, 111.702, '新华东街')),
  far('1101', '辽宁省', '沈阳市', district('和平区', '210102', '110001', 41.7896, 123.42, '南京南街')),
  far('1101', '吉林省', '长春市', district('朝阳区', '220104', '130012', 43.8336, 125.288, '人民大街')),
  far('1101', '黑龙江省', '哈尔滨市', district('南岗区', '230103', '150006', 45.76, 126.669, '红军街')),
  far('1101', '河南省', '郑州市', district('金水区', '410105', '450003', 34.8004, 113.661, '花园路')),
  far('4401', '湖南省', '长沙市', district('芙蓉区', '430102', '410011', 28.1854, 113.033, '五一大道')),
  far('4401', '广西壮族自治区', '南宁市', district('青秀区', '450103', '530022', 22.7859, 108.495, '民族大道')),
  far('4401', '海南省', '海口市', district('龙华区', '460106', '570145', 20.0311, 110.328, '滨海大道')),
  far('4401', '香港特别行政区', '香港', district('油尖旺区', '810005', '999077', 22.3212, 114.172, '弥敦道')),
  far('4401', '澳门特别行政区', '澳门', district('花地玛堂区', '820001', '999078', 22.2079, 113.553, '友谊大马路')),
  far('5101', '贵州省', '贵阳市', district('观山湖区', '520115', '550081', 26.6016, 106.623, '林城东路')),
  far('5101', '云南省', '昆明市', district('五华区', '530102', '650021', 25.0436, 102.707, '东风西路')),
  far('5101', '西藏自治区', '拉萨市', district('城关区', '540102', '850000', 29.6543, 91.1407, '江苏路')),
  far('6101', '甘肃省', '兰州市', district('城关区', '620102', '730030', 36.0573, 103.825, '天水南路')),
  far('6101', '青海省', '西宁市', district('城西区', '630104', '810001', 36.6283, 101.766, '五四大街')),
  far('6101', '宁夏回族自治区', '银川市', district('金凤区', '640106', '750004', 38.4733, 106.243, '正源街')),
  far('6101', '新疆维吾尔自治区', '乌鲁木齐市', district('天山区', '650102', '830002', 43.7944, 87.6317, '中山路')),
];

export const branchName = (place: BranchPlace): string => `${place.city.replace('市', '')}分公司`;

export const KEY_ACCOUNTS = [
  { kaId: 'KA001', name: '云锦商业集团' },
  { kaId: 'KA002', name: '澜庭置业' },
  { kaId: 'KA003', name: '启程轨道交通' },
  { kaId: 'KA004', name: '瑞和医疗集团' },
] as const;
