//! Formulas in content markup, as one line.

fn read_line(inner: &str) -> String {
    let text = format!("<math xmlns=\"http://www.w3.org/1998/Math/MathML\">{inner}</math>");
    let math = super::super::math::read_math(roxmltree::Document::parse(&text).unwrap().root_element(), None);
    assert!(crate::Formula::from_mathml(&math.mathml).is_some(), "{}", math.mathml);
    math.linear
}

#[test]
fn operators_are_between_their_operands() {
    let sum = "<apply><plus/><ci>a</ci><ci>b</ci></apply>";
    for (content, expected) in [
        ("<apply><plus/><ci>a</ci><apply><times/><cn>2</cn><ci>b</ci></apply></apply>", "a+2×b"),
        ("<apply><minus/><ci>c</ci>SUM</apply>", "c−(a+b)"),
        ("<apply><divide/><cn>1</cn>SUM</apply>", "1/(a+b)"),
        ("<apply><power/>SUM<cn>2</cn></apply>", "(a+b)^2"),
        ("<apply><root/><degree><cn>3</cn></degree><ci>x</ci></apply>", "root_3(x)"),
        ("<apply><eq/><apply><sin/><ci>x</ci></apply><cn>0</cn></apply>", "sin(x) = 0"),
        ("<apply><csymbol cd='arith1'>plus</csymbol><ci>x</ci><ci>y</ci></apply>", "x+y"),
        ("<apply><minus/><cn>-3</cn></apply>", "−(-3)"),
        ("<cn type='rational'>1<sep/>2</cn>", "1/2"),
        ("<apply><rem/><ci>a</ci><ci>b</ci></apply>", "a mod b"),
    ] {
        assert_eq!(read_line(&content.replace("SUM", sum)), expected, "{content}");
    }
}

#[test]
fn nothing_of_a_formula_is_lost() {
    for (content, expected) in [
        (
            "<apply><int/><bvar><ci>x</ci></bvar><lowlimit><cn>0</cn></lowlimit><uplimit><cn>1</cn></uplimit>\
             <apply><power/><ci>x</ci><cn>2</cn></apply></apply>",
            "∫_0^1x^2dx",
        ),
        (
            "<apply><sum/><bvar><ci>n</ci></bvar><lowlimit><cn>1</cn></lowlimit><uplimit><infinity/></uplimit><ci>n</ci></apply>",
            "∑_(n = 1)^∞n",
        ),
        ("<apply><diff/><bvar><ci>x</ci></bvar><ci>y</ci></apply>", "(dy)/(dx)"),
        ("<apply><csymbol>spin</csymbol><ci>x</ci><pi/></apply>", "spin(x, π)"),
        ("<apply><log/><logbase><cn>2</cn></logbase><ci>x</ci></apply>", "log_2(x)"),
        ("<set><cn>1</cn><cn>2</cn></set>", "{1, 2}"),
        ("<matrix><matrixrow><cn>1</cn><cn>2</cn></matrixrow></matrix>", "(1, 2)"),
        ("<apply><forall/><bvar><ci>x</ci></bvar><apply><in/><ci>x</ci><reals/></apply></apply>", "∀x:x ∈ ℝ"),
        (
            "<piecewise><piece><cn>1</cn><ci>a</ci></piece><otherwise><cn>0</cn></otherwise></piecewise>",
            "{1, if a; 0, otherwise",
        ),
    ] {
        assert_eq!(read_line(content), expected, "{content}");
    }
}

#[test]
fn an_annotation_in_presentation_markup_is_the_formula() {
    let presentation = "<annotation-xml encoding='MathML-Presentation'><mi>z</mi></annotation-xml>";
    let content = "<apply><plus/><ci>x</ci><ci>y</ci></apply>";
    assert_eq!(read_line(&format!("<semantics>{content}{presentation}</semantics>")), "z");
    assert_eq!(read_line(&format!("<semantics>{presentation}</semantics>")), "z");
    let annotated = format!(
        "<semantics><mi>x</mi><annotation-xml encoding='MathML-Content'>{content}</annotation-xml></semantics>"
    );
    assert_eq!(read_line(&annotated), "x");
}
