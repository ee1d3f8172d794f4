/**
 * Passwords that every guessing list starts with (readings 26), in lower case and limited to what the length rule lets
 * through. Lower-casing makes "Passw0rd" and "PASSW0RD" one entry; short words are there with their usual endings.
 */
const WORDS = `
  12345678 123456789 1234567890 123123123 11111111 00000000 88888888 66666666 87654321 147258369 a1234567 a12345678
  aa123456 aa12345678 aa123456789 aa123456. aa123456! aa123456@ aaa12345 aaa123456 aaaa1111 ab123456 abc12345 abc123456
  abc@1234 abc@12345 abc@123456 abc123!@# abcd1234 abcd@1234 abcd1234! abcde12345 abcdef123 abcdefg1 admin123 admin1234
  admin12345 admin123456 admin@123 admin@1234 admin@12345 admin@123456 admin123! admin123!@# admin#123 admin@2020
  admin@2021 admin@2022 admin@2023 admin@2024 admin@2025 admin@2026 admin888 administrator administrator1 asdf1234
  asdf@1234 asdfgh123 asdfghjkl asd123456 asd@123456 baseball1 batman123 changeme changeme1 changeme123 changeme! china123
  china@123 company1 company123 company@123 computer1 default1 default123 dragon123 elevator elevator1 elevator123
  elevator@123 escalator1 escalator123 football1 guest123 guest1234 hello123 hello1234 hello@123 huawei123 huawei@123
  iloveyou iloveyou1 iloveyou123 iloveyou! initial1 internet1 letmein1 letmein123 letmein! liverpool1 lovely123
  manager1 manager123 master123 michael1 monkey123 mustang1 newpass1 newpass123 oracle123 p@$$w0rd p@ss1234 p@ss123456
  p@ssw0rd p@ssw0rd1 p@ssw0rd123 p@ssw0rd! p@ssword p@ssword1 p@ssword123 pa$$w0rd pa$$word pa$$word1 pass1234 pass@123
  pass@1234 pass@word1 passw0rd passw0rd1 passw0rd! passw0rd123 password password! password!1 password#1 password.1
  password01 password1 password1! password12 password123 password123! password1234 password2020 password2021 password2022
  password2023 password2024 password2025 password2026 password@1 password@12 password@123 princess1 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4! qaz123456 qaz@123456 qazwsx123 qazwsx@123 qazwsxedc1 qq123456 qq123456. qq@123456 qwe12345 qwe123456 qwe123!@#
  qwe@123456 qwer1234 qwer@1234 qwer1234! qwerasdf1 qwert123 qwert12345 qwerty12 qwerty123 qwerty123! qwerty1234 qwerty@123
  qwertyuiop1 root1234 root@123 root@1234 root123456 samsung1 secret123 server123 shanghai1 shanghai123 shanghai@123
  spring2024 spring2025 starwars1 summer2023 summer2024 summer2025 sunshine1 sunshine123 superman1 superman123 support1
  support123 sysadmin1 system123 system@123 temp1234 temp@123 test1234 test12345 test123456 test@123 test@1234 test@12345
  tomcat123 trustno1 trustno1! user1234 user@123 user@1234 user123456 wang1234 wang123456 web12345 welcome1 welcome1!
  welcome12 welcome123 welcome123! welcome2024 welcome2025 welcome@1 welcome@123 whatever1 winter2024 winter2025
  woaini123 woaini520 woaini1314 www123456 xiaoming1 zaq12wsx zaq1@wsx zaq1xsw2 zhang123 zhang123456 zxc12345 zxc123456
  zxcv1234 zxcvbnm1 zxcvbnm123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r! 1qaz2wsx 1qaz@wsx 1qaz!qaz 1qaz2wsx3edc !qaz2wsx !qaz@wsx
  123456aa 123456abc 123456a@ 123qwe!@# 1234qwer 12345qwe 123abc!@# 520520aa 5201314a 5201314qq
`;

export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(WORDS.split(/\s+/).filter(Boolean));
