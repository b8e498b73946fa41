"""What a claim states, held against code: then, when it is learned, and now.

Where to look:

    claim, items                the words of a sentence that code could show
    values, amounts, settings   which name of the code, or key of a file, a value in it is given to
    stated, gist                relations and plain words that the code has too
    contradiction, names        what it says otherwise, or has nowhere
    ground, reach               what the anchored code rests on
    weigh                       two degrees of change: touched, or drifted
"""
