"""What a person typed: their own words, sentence by sentence, which of them carry a sign, and what they are about.

Where to look:

    own_words, sentences        the live words of a prompt, cut into sentences
    orders                      whether a sentence asks to be remembered, and what
    spoken, worth               which sentences carry a sign, and how likely one is to hold beyond its task
    subject, place              what a sentence is about, and where it says that it holds
    withdrawn, approved         words that take something back; a sentence as a rule, once a person approved it
"""
