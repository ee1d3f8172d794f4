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

export const branchName = (place: BranchPlace): string => `${place.city.replace('市', '')}分公司`;

export const KEY_ACCOUNTS = [
  { kaId: 'KA001', name: '云锦商业集团' },
  { kaId: 'KA002', name: '澜庭置业' },
  { kaId: 'KA003', name: '启程轨道交通' },
  { kaId: 'KA004', name: '瑞和医疗集团' },
] as const;
