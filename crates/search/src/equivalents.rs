//! Words that writers have for one another: `2` and `II`, `St.` and `Saint`, and the two forms of Japanese
//! characters.

use crate::spellings;

/// Words with the same meaning in titles, folded: numbers with their Roman and English forms, ordinals, and
/// usual abbreviations. A single Roman digit is mostly a letter.
const EQUIVALENT_WORDS: [&[&str]; 40] = [
    &["1", "one"],
    &["2", "ii", "two"],
    &["3", "iii", "three"],
    &["4", "iv", "four"],
    &["5", "five"],
    &["6", "vi", "six"],
    &["7", "vii", "seven"],
    &["8", "viii", "eight"],
    &["9", "ix", "nine"],
    &["10", "ten"],
    &["11", "xi", "eleven"],
    &["12", "xii", "twelve"],
    &["13", "xiii", "thirteen"],
    &["14", "xiv", "fourteen"],
    &["15", "xv", "fifteen"],
    &["16", "xvi", "sixteen"],
    &["17", "xvii", "seventeen"],
    &["18", "xviii", "eighteen"],
    &["19", "xix", "nineteen"],
    &["20", "xx", "twenty"],
    &["1st", "first"],
    &["2nd", "second"],
    &["3rd", "third"],
    &["4th", "fourth"],
    &["5th", "fifth"],
    &["6th", "sixth"],
    &["7th", "seventh"],
    &["8th", "eighth"],
    &["9th", "ninth"],
    &["10th", "tenth"],
    &["11th", "eleventh"],
    &["12th", "twelfth"],
    &["19th", "nineteenth"],
    &["20th", "twentieth"],
    &["st", "saint"],
    &["dr", "doctor"],
    &["mr", "mister"],
    &["mt", "mount"],
    &["ft", "fort"],
    &["vol", "volume"],
];

/// Characters of Japan, each with the simplified form of the character that it has replaced, as which the
/// old one is compared: `沢` and `澤`.
const JAPANESE_CHARACTERS: &str = "沢泽 辺边 邉边 桜樱 広广 図图 楽乐 芸艺 訳译 変变 戦战 伝传 発发 髪发 竜龙 滝泷 浜滨 気气 実实 黒黑 \
                              関关 県县 経经 斎斋 斉齐 総总 続续 仏佛 仮假 帰归 価价 児儿 単单 円圆 圧压 団团 囲围 対对 弾弹 応应 \
                              恵惠 悪恶 払拂 択择 抜拔 摂摄 暁晓 栄荣 様样 検检 歩步 歴历 渓溪 渋涩 焼烧 営营 獣兽 砕碎 穂穗 稲稻 \
                              縄绳 絵绘 継继 聴听 聡聪 脳脑 臓脏 蔵藏 薬药 処处 蛍萤 覚觉 覧览 観观 豊丰 売卖 賛赞 転转 軽轻 遅迟 \
                              郷乡 釈释 鉄铁 鉱矿 険险 隠隐 雑杂 霊灵 顕显 験验 駅驿 闘斗 鶏鸡 塩盐 黙默 歯齿 亀龟 剣剑 勲勋 勧劝 \
                              労劳 効效 厳严 収收 巻卷 帯带 庁厅 廃废 従从 徳德 懐怀 拝拜 拡扩 挙举 掲揭 桟栈 権权 毎每 浄净 涙泪 \
                              済济 満满 瀬濑 犠牺 畳叠 粋粹 糸丝 縦纵 読读 鋳铸 銭钱 陥陷 騒骚 髄髓 麺面 齢龄";

/// Marks a term as the number of a title in its series; no word begins with it.
const SERIES_NUMBER_PREFIX: char = '\u{4}';

/// The term of a number in a series, by a folded word: `2`, `ii` and `two` have the same. `None` for a word
/// that is not a number.
pub(crate) fn series_number_term(folded_word: &str) -> Option<String> {
    let is_number = |word: &String| word.bytes().any(|byte| byte.is_ascii_digit());
    let mut forms = std::iter::once(folded_word.to_owned()).chain(find_equivalents(folded_word));
    let number = forms.find(is_number)?;
    Some(format!("{SERIES_NUMBER_PREFIX}{number}"))
}

/// The other ways to write a folded word.
pub(crate) fn find_equivalents(folded: &str) -> Vec<String> {
    let groups = EQUIVALENT_WORDS.iter().filter(|group| group.contains(&folded));
    let words =
        groups.flat_map(|group| group.iter()).filter(|word| **word != folded).map(|word| (*word).to_owned());
    let words = words.chain(spellings::find_other_spellings(folded));
    let mut letters = folded.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return words.collect() };
    if letter.is_ascii() {
        return words.collect();
    }
    let pairs = JAPANESE_CHARACTERS.split_whitespace().filter(|pair| pair.contains(letter));
    pairs.flat_map(str::chars).filter(|other| *other != letter).map(String::from).collect()
}

#[cfg(test)]
mod tests {
    use domain::normalization::fold;

    use super::{JAPANESE_CHARACTERS, find_equivalents};

    #[test]
    fn numbers_abbreviations_and_characters_have_equivalents() {
        assert_eq!(find_equivalents("2"), ["ii", "two"]);
        assert_eq!(find_equivalents("xiv"), ["14", "fourteen"]);
        assert_eq!(find_equivalents("20th"), ["twentieth"]);
        assert_eq!(find_equivalents("saint"), ["st"]);
        assert_eq!(find_equivalents("沢"), ["泽"]);
        assert_eq!(find_equivalents("发"), ["発", "髪"]);
        for word in ["v", "i", "x", "1984", "ferry", "", "海"] {
            assert_eq!(find_equivalents(word), [""; 0], "{word}");
        }
    }

    #[test]
    fn characters_are_pairs_as_they_are_compared() {
        for pair in JAPANESE_CHARACTERS.split_whitespace() {
            assert_eq!((pair.chars().count(), fold(pair).as_str()), (2, pair));
        }
    }
}
