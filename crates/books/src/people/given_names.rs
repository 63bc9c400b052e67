//! Common first names, which tell two names from one that begins with the last name.

/// First names in small letters, of several languages.
const GIVEN_NAMES: &str = "adam albert alan alexander alice alfred amy andrea andrew andré angela ann anna anne anthony \
    antonio arthur barbara ben benjamin bernard brian bruce carl carlos carmen carol caroline catherine charles charlotte \
    chris christian christina christine christopher claire clara claude claudia daniel david deborah dennis diana donald \
    dorothy douglas edgar edith edmund eduardo edward eleanor elena elizabeth ellen emily emma eric ernest eva evelyn \
    fernando florence frances francis franz frank fred frederick françois friedrich gabriel george georges gerald gertrude \
    giovanni giuseppe grace graham gregory guy hannah hans harold harriet harry heinrich helen henri henry herbert hermann \
    howard hugh ian ingrid irene isaac isabel isabella ivan jack jacob jacques james jan jane janet jason jean jeanne \
    jennifer jessica jim joan joe joel johann johannes john jonathan jorge josé joseph juan judith julia julian julie \
    karen karin karl kate katherine keith kenneth kevin klaus larry laura lauren lawrence leonard leo lewis linda lisa \
    louis louise lucia lucy luis luigi luke marc marcel margaret maria marie mario marion mark martha mary matthew \
    maurice max michael michel michelle miguel monica nancy natalie neil nicholas nicolas nicole nora norman olga oliver \
    oscar otto pamela patricia patrick paul pauline paolo pedro peter philip philippe pierre rachel ralph raymond rebecca \
    richard robert roger roland ronald rosa rose roy russell ruth ryan samuel sandra sara sarah sebastian sergio sharon \
    simon sofia sophie stefan stephanie stephen steven susan suzanne sylvia ted teresa terry theodore theresa thomas tim \
    timothy tom ursula valerie vera victor victoria vincent virginia walter wendy werner wilhelm william wolfgang yvonne";

pub(super) fn is_given_name(word: &str) -> bool {
    let word = super::bare_word(word);
    GIVEN_NAMES.split_ascii_whitespace().any(|name| name == word)
}
