//! The words that the builder adds to a book, in the book's language.

/// The builder's words in one language.
pub(super) struct EpubWording {
    pub(super) contents: &'static str,
    pub(super) landmarks: &'static str,
    pub(super) page_list: &'static str,
    pub(super) title_page: &'static str,
    pub(super) start: &'static str,
    pub(super) imprint: &'static str,
    pub(super) published_by: &'static str,
    pub(super) invented: &'static str,
    pub(super) public_domain: &'static str,
    pub(super) creative_commons: &'static str,
    pub(super) copyright: &'static str,
    pub(super) accessible_text: &'static str,
    pub(super) accessible_images: &'static str,
    pub(super) accessible_math: &'static str,
    pub(super) accessible_pages: &'static str,
    pub(super) accessible_audio: &'static str,
    author: &'static str,
    translator: &'static str,
    illustrator: &'static str,
    editor: &'static str,
    composer: &'static str,
    foreword: &'static str,
    narrator: &'static str,
}

impl EpubWording {
    /// The line on the title page before a name.
    pub(super) fn credit_line(&self, kind: &str) -> &'static str {
        match kind {
            "translator" => self.translator,
            "illustrator" => self.illustrator,
            "editor" => self.editor,
            "composer" | "arranger" => self.composer,
            "introductionBy" | "forwardBy" | "epilogueBy" => self.foreword,
            "narrator" => self.narrator,
            _ => self.author,
        }
    }
}

/// Finds the wording for a BCP 47 tag; English for unsupported languages.
pub(super) fn find_wording(lang: &str) -> &'static EpubWording {
    match lang.split('-').next() {
        Some("es") => &SPANISH_WORDING,
        Some("fr") => &FRENCH_WORDING,
        _ => &ENGLISH_WORDING,
    }
}

static ENGLISH_WORDING: EpubWording = EpubWording {
    contents: "Contents",
    landmarks: "Landmarks",
    page_list: "Pages",
    title_page: "Title page",
    start: "Start of the text",
    imprint: "About this publication",
    published_by: "Published by",
    invented: "Written for the demonstration library of Openshelf. The names of its makers and of its \
               publisher are invented, and so are its year and its number.",
    public_domain: "The text is dedicated to the public domain (CC0 1.0): anyone may copy, change and share it.",
    creative_commons: "The text may be copied, changed and shared under the Creative Commons Attribution 4.0 license.",
    copyright: "In the demonstration library this publication stands for one that is protected by copyright.",
    accessible_text: "The whole text can be read aloud, enlarged and rendered in braille; headings are in order \
                      and the contents list leads to each of them.",
    accessible_images: "Every image has a description in words.",
    accessible_math: "Every formula is MathML with a spoken form.",
    accessible_pages: "Page numbers of the printed edition are marked and listed.",
    accessible_audio: "A recorded reading is synchronized with the text, sentence by sentence.",
    author: "by",
    translator: "translated by",
    illustrator: "illustrated by",
    editor: "edited by",
    composer: "music by",
    foreword: "with an introduction by",
    narrator: "read by",
};

static SPANISH_WORDING: EpubWording = EpubWording {
    contents: "Índice",
    landmarks: "Puntos de referencia",
    page_list: "Páginas",
    title_page: "Portada",
    start: "Comienzo del texto",
    imprint: "Acerca de este libro",
    published_by: "Publicado por",
    invented: "Escrito para la biblioteca de demostración de Openshelf. Los nombres de sus autores y de su \
               editorial son inventados, y también lo son su año y su número.",
    public_domain: "El texto se dedica al dominio público (CC0 1.0): cualquiera puede copiarlo, cambiarlo y \
                    compartirlo.",
    creative_commons: "El texto puede copiarse, modificarse y compartirse según la licencia Creative Commons \
                       Atribución 4.0.",
    copyright: "En la biblioteca de demostración, este libro representa a uno protegido por derechos de autor.",
    accessible_text: "Todo el texto puede escucharse, ampliarse y leerse en braille; los títulos guardan su orden \
                      y el índice lleva a cada uno de ellos.",
    accessible_images: "Cada imagen tiene una descripción en palabras.",
    accessible_math: "Cada fórmula es MathML con una forma hablada.",
    accessible_pages: "Los números de página de la edición impresa están marcados y listados.",
    accessible_audio: "Una lectura grabada acompaña al texto, frase por frase.",
    author: "de",
    translator: "traducción de",
    illustrator: "ilustraciones de",
    editor: "edición de",
    composer: "música de",
    foreword: "con introducción de",
    narrator: "voz de",
};

static FRENCH_WORDING: EpubWording = EpubWording {
    contents: "Table des matières",
    landmarks: "Points de repère",
    page_list: "Pages",
    title_page: "Page de titre",
    start: "Début du texte",
    imprint: "À propos de ce livre",
    published_by: "Publié par",
    invented: "Écrit pour la bibliothèque de démonstration d’Openshelf. Les noms de ses auteurs et de son éditeur \
               sont inventés, de même que son année et son numéro.",
    public_domain: "Le texte est versé au domaine public (CC0 1.0)\u{a0}: chacun peut le copier, le modifier et le \
                    partager.",
    creative_commons: "Le texte peut être copié, modifié et partagé selon la licence Creative Commons \
                       Attribution 4.0.",
    copyright: "Dans la bibliothèque de démonstration, ce livre tient la place d’un ouvrage protégé par le droit \
                d’auteur.",
    accessible_text: "Tout le texte peut être lu à voix haute, agrandi et lu en braille\u{a0}; les titres sont \
                      ordonnés et la table des matières mène à chacun d’eux.",
    accessible_images: "Chaque image est décrite en mots.",
    accessible_math: "Chaque formule est en MathML, avec une forme parlée.",
    accessible_pages: "Les numéros de page de l’édition imprimée sont marqués et listés.",
    accessible_audio: "Une lecture enregistrée accompagne le texte, phrase par phrase.",
    author: "de",
    translator: "traduction de",
    illustrator: "illustrations de",
    editor: "édition de",
    composer: "musique de",
    foreword: "avec une introduction de",
    narrator: "lu par",
};
