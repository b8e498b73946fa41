"""What deserves belief: admission, authority and who may overrule whom, release, blast radius, proof of deletion."""
