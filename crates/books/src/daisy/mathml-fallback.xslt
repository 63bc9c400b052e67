<?xml version="1.0" encoding="UTF-8"?>
<!-- For players that know no MathML: the picture of each formula stands in its place, with its words. -->
<xsl:stylesheet version="1.0"
    xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
    xmlns="http://www.daisy.org/z3986/2005/dtbook/"
    xmlns:dtbook="http://www.daisy.org/z3986/2005/dtbook/"
    xmlns:m="http://www.w3.org/1998/Math/MathML"
    exclude-result-prefixes="dtbook m">

  <xsl:output method="xml" encoding="UTF-8"
      doctype-public="-//NISO//DTD dtbook 2005-2//EN"
      doctype-system="http://www.daisy.org/z3986/2005/dtbook-2005-2.dtd"/>

  <!-- Elements are made anew: a copy would keep the namespace that nothing uses any more. -->
  <xsl:template match="dtbook:*">
    <xsl:element name="{local-name()}">
      <xsl:copy-of select="@*"/>
      <xsl:apply-templates/>
    </xsl:element>
  </xsl:template>

  <xsl:template match="m:math">
    <img src="{@altimg}" alt="{@alttext}">
      <xsl:copy-of select="@id"/>
      <xsl:for-each select="@dtbook:smilref">
        <xsl:attribute name="smilref">
          <xsl:value-of select="."/>
        </xsl:attribute>
      </xsl:for-each>
    </img>
  </xsl:template>
</xsl:stylesheet>
