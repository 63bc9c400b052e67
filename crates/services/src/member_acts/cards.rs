//! Cards with which members sign in: a password, or a code for one browser. They are shown once.

use delivery::CardLine;
use domain::enrollment_codes::EnrollmentCode;
use domain::{Account, InterfaceLanguage};

use crate::{NewPassword, Operation};

#[derive(Debug, Clone)]
pub struct SignInCard {
    /// The name as others see it.
    pub name: String,
    pub content: CardContent,
}

/// The way in that a card gives. The password or code is not kept.
#[derive(Debug, Clone)]
pub enum CardContent {
    Password {
        /// The user name, or the email address.
        sign_in_name: String,
        password: NewPassword,
        /// The language of the words of the password.
        language: InterfaceLanguage,
    },
    /// A code that signs one browser in once.
    Code(EnrollmentCode),
}

/// Cards in braille, a page for each. They have passwords or codes, which are never logged.
#[derive(Clone)]
pub struct BrailleCards(pub String);

impl std::fmt::Debug for BrailleCards {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BrailleCards")
    }
}

/// Words on braille cards, in the language of the sponsor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardTexts {
    /// The library and the school.
    pub heading: String,
    pub address_label: String,
    /// The address at which members sign in, or enter the code.
    pub address: String,
    pub sign_in_name_label: String,
    pub password_label: String,
    pub code_label: String,
}

/// The form in which passwords and codes are handed out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CardRequest {
    /// The language of the sponsor. Words of passwords are in that of the member, if the account names one.
    pub language: InterfaceLanguage,
    /// The words of cards in braille. `None` if the cards are not wanted in braille.
    pub braille: Option<CardTexts>,
}

impl CardRequest {
    pub(super) fn language_for(&self, account: &Account) -> InterfaceLanguage {
        account.language.as_deref().and_then(InterfaceLanguage::from_tag).unwrap_or(self.language)
    }

    /// The cards in braille, if they are wanted. `None` also if braille cannot be made now: what the act did
    /// stays, and the cards are shown on the page.
    pub(super) async fn write_braille(&self, op: &Operation, cards: &[SignInCard]) -> Option<BrailleCards> {
        let texts = self.braille.as_ref().filter(|_| !cards.is_empty())?;
        let lines = cards.iter().map(|card| texts.lay_out(card)).collect();
        let written = op.delivery().write_braille_cards(lines, self.language.tag()).await;
        let written =
            written.inspect_err(|error| tracing::warn!(%error, "cards cannot be written in braille"));
        written.ok().map(BrailleCards)
    }
}

impl CardTexts {
    fn lay_out(&self, card: &SignInCard) -> Vec<CardLine> {
        let words = |text: &str| CardLine { text: text.to_owned(), literal: false };
        let exact = |text: &str| CardLine { text: text.to_owned(), literal: true };
        let mut lines = vec![words(&card.name), words(&self.heading), words("")];
        lines.extend([words(&self.address_label), exact(&self.address), words("")]);
        match &card.content {
            CardContent::Password { sign_in_name, password, .. } => {
                lines.extend([words(&self.sign_in_name_label), exact(sign_in_name), words("")]);
                lines.extend([words(&self.password_label), exact(&password.0)]);
            }
            CardContent::Code(code) => lines.extend([words(&self.code_label), exact(&code.to_groups())]),
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use domain::InterfaceLanguage;
    use domain::enrollment_codes::EnrollmentCode;

    use super::{CardContent, CardTexts, SignInCard};
    use crate::NewPassword;

    #[test]
    fn a_card_has_the_name_the_address_and_the_way_in() {
        let texts = CardTexts {
            heading: "Library, School".into(),
            address_label: "Address".into(),
            address: "https://library.example/sign-in".into(),
            sign_in_name_label: "User name".into(),
            password_label: "Password".into(),
            code_label: "Code".into(),
        };
        let lay_out = |content| {
            let lines = texts.lay_out(&SignInCard { name: "Ada Brandt".into(), content });
            let literal = |literal| {
                let lines = lines.iter().filter(move |line| line.literal == literal && !line.text.is_empty());
                lines.map(|line| line.text.as_str()).collect::<Vec<_>>().join("|")
            };
            (literal(false), literal(true))
        };
        let password = NewPassword("lemon-river-gold-king-47".into());
        let language = InterfaceLanguage::English;
        let sign_in_name = "ada.brandt".into();
        let (words, exact) = lay_out(CardContent::Password { sign_in_name, password, language });
        assert_eq!(words, "Ada Brandt|Library, School|Address|User name|Password");
        assert_eq!(exact, "https://library.example/sign-in|ada.brandt|lemon-river-gold-king-47");
        let (words, exact) = lay_out(CardContent::Code(EnrollmentCode::generate(|_| 0)));
        assert_eq!(words, "Ada Brandt|Library, School|Address|Code");
        assert_eq!(exact, "https://library.example/sign-in|bbbb-bbbb-bbbb");
    }
}
