//! The synopsis of a title. A long text is shown in part, so that what can be done with the title stays near.

/// Characters after which further paragraphs are folded away: about eight lines.
const LEAD_CHARS: usize = 600;

pub(crate) struct Synopsis {
    /// The first ones.
    pub(crate) lead: Vec<String>,
    /// The others, which the page folds away.
    pub(crate) rest: Vec<String>,
}

impl Synopsis {
    /// The synopsis of a record, line by line.
    pub(crate) fn new(text: &str) -> Self {
        let (mut lead, mut rest) = (Vec::new(), Vec::new());
        let mut chars = 0;
        for paragraph in text.lines().map(str::trim).filter(|text| !text.is_empty()) {
            let is_lead = lead.is_empty() || chars + paragraph.chars().count() <= LEAD_CHARS;
            if is_lead && rest.is_empty() {
                chars += paragraph.chars().count();
                lead.push(paragraph.to_owned());
            } else {
                rest.push(paragraph.to_owned());
            }
        }
        Self { lead, rest }
    }
}

#[cfg(test)]
mod tests {
    use super::Synopsis;

    #[test]
    fn long_texts_are_folded_between_paragraphs() {
        let short = Synopsis::new(" One. \n\nTwo.\n");
        assert_eq!((short.lead, short.rest.len()), (vec!["One.".to_owned(), "Two.".to_owned()], 0));
        let long = "x".repeat(500);
        let three = Synopsis::new(&format!("{long}\n{long}\nEnd."));
        assert_eq!(three.lead.len(), 1);
        assert_eq!(three.rest, [long, "End.".to_owned()], "nothing of it changes places");
        assert_eq!(Synopsis::new(&"y".repeat(5000)).lead.len(), 1, "the first is always shown");
    }
}
